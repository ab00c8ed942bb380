/* SPDX-License-Identifier: BSD-2-Clause */
#include "render/chart.h"
#include "render/chart_style.h"

/* Palette, dark to light so that grey print keeps the order; the last two for
 * averages and limits.  The dash and the marker tell lines apart without any
 * colour. */
static const struct chart_look styles[CHART_NCOLOURS] = {
	{0x003a70, "1", 7, 0.42}, {0xc8401e, "(6,2)", 5, 0.40},
	{0x1b8a6b, "(2,1.6)", 9, 0.50}, {0xd98e04, "(8,2,1.5,2)", 13, 0.50},
	{0x5ba7d9, "(4,1.5,1,1.5,1,1.5)", 6, 0.42},
	{0x8e5aa8, "(10,3)", 4, 0.40}, {0x6b6b6b, "(1,1.5)", 8, 0.50},
	{0x000000, "1", 12, 0.50},
};
/* For ordered quantities: dark to light, and through hues that those who see
 * red and green alike can tell apart. */
static const uint32_t ramp[] = {
	0x31114f, 0x31449b, 0x1c74ad, 0x11908b, 0x3ba25c, 0x79a804, 0xc3a34a,
	0xfc9476,
};
#define NRAMP (sizeof(ramp) / sizeof(ramp[0]))

/* Dash and marker of a variant: those of a colour further on, so that they
 * differ from its own. */
static struct chart_look
variant_of(unsigned colour, unsigned variant)
{
	struct chart_look s = styles[colour % CHART_NCOLOURS];
	struct chart_look other = styles[(colour + variant) % CHART_GREY];

	s.dash = other.dash;
	s.marker = other.marker;
	s.marker_size = other.marker_size;
	return s;
}

struct chart_look
chart_style_of(unsigned colour)
{
	if (colour >= CHART_VARIANT)
		return variant_of(colour % CHART_VARIANT,
		    colour / CHART_VARIANT);
	if (colour < CHART_RAMP)
		return styles[colour % CHART_NCOLOURS];
	/* Tone tells the order; dash and marker tell neighbours apart, and
	 * lines that coincide: only the first, which lies below, is solid. */
	unsigned n = (colour - CHART_RAMP) % NRAMP;
	struct chart_look s = styles[n];
	s.rgb = ramp[n];
	if (n == CHART_BLACK)
		s.dash = "(3,1)";
	return s;
}

uint32_t
chart_colour(unsigned colour)
{
	return chart_style_of(colour).rgb;
}

uint32_t
chart_letter_colour(uint32_t rgb)
{
	for (int i = 0; i < 10; i++) {
		unsigned r = rgb >> 16 & 0xff, g = rgb >> 8 & 0xff,
		    b = rgb & 0xff;

		if (0.30 * r + 0.59 * g + 0.11 * b < 125)
			break;
		rgb = (r * 9 / 10) << 16 | (g * 9 / 10) << 8 | b * 9 / 10;
	}
	return rgb;
}
