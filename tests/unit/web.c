/* SPDX-License-Identifier: BSD-2-Clause */
/* Text that goes into a web page is text there, whatever it says; hashes and
 * base64 are those of their standards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "render/web.h"

static int failures;

static void
expect(const char *what, const char *got, const char *want)
{
	if (strcmp(got, want) == 0)
		return;
	printf("%s: got  %s\n%*s  want %s\n", what, got, (int)strlen(what), "",
	    want);
	failures++;
}

static void
text(const char *from, const char *html, const char *json)
{
	char *got;
	size_t length;
	FILE *to = open_memstream(&got, &length);

	web_text(to, from);
	fclose(to);
	expect("web_text", got, html);
	free(got);
	to = open_memstream(&got, &length);
	web_string(to, from);
	fclose(to);
	expect("web_string", got, json);
	free(got);
}

static void
base64(const char *from, const char *want)
{
	char *got;
	size_t length;
	FILE *to = open_memstream(&got, &length);

	web_base64(to, from, strlen(from));
	fclose(to);
	expect("web_base64", got, want);
	free(got);
}

static void
hash(const char *from, const char *want)
{
	uint8_t bytes[SHA256_BYTES];
	char got[2 * SHA256_BYTES + 1];

	sha256(from, strlen(from), bytes);
	for (int i = 0; i < SHA256_BYTES; i++)
		snprintf(got + 2 * i, 3, "%02x", bytes[i]);
	expect("sha256", got, want);
}

int
main(void)
{
	char most[130];

	text("plain", "plain", "\"plain\"");
	text("</script><!--", "&lt;/script&gt;&lt;!--",
	    "\"\\u003c/script\\u003e\\u003c!--\"");
	text("a\"b'c&d\\", "a&quot;b&#39;c&amp;d\\",
	    "\"a\\\"b'c\\u0026d\\\\\"");
	text("]]>", "]]&gt;", "\"]]\\u003e\"");
	/* Line ends are blanks; signs that turn the direction vanish. */
	text("a\nb\u202ec\x01", "a bc", "\"a bc\"");
	text("\xff", "\ufffd", "\"\ufffd\"");
	text(NULL, "", "\"\"");

	/* RFC 4648, 10 */
	base64("", "");
	base64("f", "Zg==");
	base64("fo", "Zm8=");
	base64("foo", "Zm9v");
	base64("foobar", "Zm9vYmFy");

	/* NIST's examples of FIPS 180-4 */
	hash("abc", "ba7816bf8f01cfea414140de5dae2223"
	    "b00361a396177a9cb410ff61f20015ad");
	hash("", "e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
	hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	    "248d6a61d20638b8e5c026930c3e6039"
	    "a33ce45964ff2167f6ecedd419db06c1");
	/* Lengths around a block's end, by sha256sum of as many "a". */
	memset(most, 'a', 129);
	most[55] = '\0';
	hash(most, "9f4390f8d30c2dd92ec9f095b65e2b9a"
	    "e9b0a925a5258e241c9f1e910f734318");
	most[55] = 'a';
	most[56] = '\0';
	hash(most, "b35439a4ac6f0948b6d6f9e3c6af0f5f"
	    "590ce20f1bde7090ef7970686ec6738a");
	most[56] = 'a';
	most[64] = '\0';
	hash(most, "ffe054fe7ae0cb6dc65c3af9b61d5209"
	    "f439851db43d0ba5997337df154668eb");
	return failures > 0;
}
