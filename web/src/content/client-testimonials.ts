import ameliaCastro from "./people/amelia-castro.webp?picture";
import elenaVogt from "./people/elena-vogt.webp?picture";
import henryOsei from "./people/henry-osei.webp?picture";
import luisBarragan from "./people/luis-barragan.webp?picture";
import meiSorensen from "./people/mei-sorensen.webp?picture";
import raymondTully from "./people/raymond-tully.webp?picture";
import type { Picture } from "../ui/picture-url";

/** A client's quote with a rating out of five, for the about page. */
export type ClientTestimonial = {
  quote: string;
  author: string;
  position: string;
  avatar: Picture;
  rating: number;
};

/** The testimonials of the about page. */
export const clientTestimonials: readonly ClientTestimonial[] = [
  {
    quote:
      "Our own engineers read the new site and said that is, in fact, what we make. Sales agreed with them. I have run this company for nineteen years and had never seen that.",
    author: "Elena Vogt",
    position: "CEO, Vogt Water Systems",
    avatar: elenaVogt,
    rating: 4.9,
  },
  {
    quote:
      "I measure things for a living, so I check invoices to the dollar and dates to the day. Nothing was off.",
    author: "Raymond Tully",
    position: "Owner, Tully Land Surveyors",
    avatar: raymondTully,
    rating: 4.8,
  },
  {
    quote:
      "The average age of our volunteers is seventy, and they put up the exhibitions page themselves. They are rather smug about it.",
    author: "Amelia Castro",
    position: "Marketing Lead, Lone Prairie Museum",
    avatar: ameliaCastro,
    rating: 4.7,
  },
  {
    quote:
      "Audit season used to cost us a week of exports. The auditors now have a read-only account of their own, and we have the week back.",
    author: "Henry Osei",
    position: "CFO, Bayou Medical Supply",
    avatar: henryOsei,
    rating: 4.9,
  },
  {
    quote:
      "Two studios and a dozen teachers share one calendar, and everyone trusts it. Whenever I ask Grace something, the answer is already in her Friday note.",
    author: "Mei Sorensen",
    position: "Founder, Northlight Yoga",
    avatar: meiSorensen,
    rating: 4.8,
  },
  {
    quote:
      "My crew measures a room and has the quote out before we’re back in the van. Used to be I did those at the kitchen table, Sundays.",
    author: "Luis Barragan",
    position: "Owner, Barragan Tile",
    avatar: luisBarragan,
    rating: 4.7,
  },
];
