/* SPDX-License-Identifier: BSD-2-Clause */
#include "iolog/iolog.h"

const char *
iolog_status_text(enum iolog_status status)
{
	switch (status) {
	case IOLOG_OK:
		return "no error";
	case IOLOG_END:
		return "the log ends cleanly";
	case IOLOG_TRUNCATED:
		return "the file ends without an end frame";
	case IOLOG_DAMAGED:
		return "bytes were skipped";
	case IOLOG_NOT_A_LOG:
		return "this is not a raw log";
	case IOLOG_TEXT_MODE:
		return "a text-mode copy has damaged this raw log";
	case IOLOG_NEWER_VERSION:
		return "the format is newer than this program";
	case IOLOG_UNKNOWN_FEATURE:
		return "the log uses a feature that this program does not know";
	case IOLOG_BAD_HEADER:
		return "the file header is damaged";
	case IOLOG_ERRNO:
		return "the system reported an error";
	case IOLOG_WRONG_BYTE_ORDER:
		return "the numbers' bytes are in the wrong order";
	case IOLOG_CUT_HEADER:
		return "the file ends inside its header";
	case IOLOG_EMPTY:
		return "empty: cut off before its first frame";
	}
	return "unknown status";
}
