import ameliaCastro from "./people/amelia-castro.webp?picture";
import elenaVogt from "./people/elena-vogt.webp?picture";
import henryOsei from "./people/henry-osei.webp?picture";
import luisBarragan from "./people/luis-barragan.webp?picture";
import meiSorensen from "./people/mei-sorensen.webp?picture";
import raymondTully from "./people/raymond-tully.webp?picture";
import type { Picture } from "../ui/picture-url";

/** What a client says, with a rating out of five, as the about page shows it. */
export type ClientTestimonial = {
  quote: string;
  author: string;
  position: string;
  avatar: Picture;
  rating: number;
};

/** The voices of the about page. */
export const clientTestimonials: readonly ClientTestimonial[] = [
  {
    quote:
      "I asked for a new website and got three questions that changed how we sell. The website came six weeks later and was worth it too.",
    author: "Elena Vogt",
    position: "CEO, Vogt Water Systems",
    avatar: elenaVogt,
    rating: 4.9,
  },
  {
    quote: "They told us what not to build. That saved more than the project cost.",
    author: "Raymond Tully",
    position: "Owner, Tully Land Surveyors",
    avatar: raymondTully,
    rating: 4.8,
  },
  {
    quote:
      "Our volunteers are seventy on average and they update the exhibitions page themselves. I still find that hard to believe.",
    author: "Amelia Castro",
    position: "Marketing Lead, Lone Prairie Museum",
    avatar: ameliaCastro,
    rating: 4.7,
  },
  {
    quote:
      "Audit season used to mean a week of exports. Now the auditors have their own sign-in and we drink our coffee while it is hot.",
    author: "Henry Osei",
    position: "CFO, Bayou Medical Supply",
    avatar: henryOsei,
    rating: 4.9,
  },
  {
    quote:
      "Two studios, eleven teachers, one calendar that everybody trusts. When I have a question Grace answers before I have finished asking.",
    author: "Mei Sorensen",
    position: "Founder, Northlight Yoga",
    avatar: meiSorensen,
    rating: 4.8,
  },
  {
    quote:
      "I lay tile, I do not do computers. They came to the shop, watched for a morning and built something my crew uses from a ladder.",
    author: "Luis Barragan",
    position: "Owner, Barragan Tile",
    avatar: luisBarragan,
    rating: 4.7,
  },
];
