/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_STYLE_H
#define PLATEAU_RENDER_STYLE_H

/* The look of the pages: what frame, tables and notes have in common. */

/* The text block is as wide as a figure on A4 and on Letter. */
#define STYLE_TEXT_PT 493.0

/* Nothing is set smaller than this. */
#define STYLE_SMALL_PT 6.5

#define STYLE_RULE_PT 0.8
#define STYLE_HAIR_PT 0.4

#define STYLE_INK 0x1c1f22
#define STYLE_GREY 0x666666		/* labels, notes */
#define STYLE_LINE 0x9aa1a8		/* hairlines that structure */
#define STYLE_PALE 0xdfe3e7		/* hairlines that only guide */
#define STYLE_ACCENT 0x003a70
#define STYLE_GOOD 0x1b6e4f
#define STYLE_BAD 0xb3261e

/* The SNIA page is known by its green heading and its yellow title band. */
#define STYLE_HEADING 0xe3ecd9
#define STYLE_BAND 0xffeaa0
#define STYLE_DARK 0x43484d		/* behind the name of the test */
#define STYLE_PANEL 0xf3f4f6		/* behind the heads of the panels */

#endif
