import anjaliMehta from "./people/anjali-mehta.webp?picture";
import carlaMendoza from "./people/carla-mendoza.webp?picture";
import deniseAdeyemi from "./people/denise-adeyemi.webp?picture";
import jonahWhitfield from "./people/jonah-whitfield.webp?picture";
import marcusReed from "./people/marcus-reed.webp?picture";
import tomHaverty from "./people/tom-haverty.webp?picture";
import type { Picture } from "../ui/picture-url";

/** What a client says about working with the agency, as the home page shows it. */
export type Testimonial = {
  heading: string;
  message: string;
  image: Picture;
  name: string;
  role: string;
};

/** The voices of the home page. */
export const testimonials: readonly Testimonial[] = [
  {
    heading: "Bookings doubled in a season",
    message:
      "Our old site hid the one thing people came for. Now a family finds a cabin, sees what is free and pays in under three minutes, and we stopped answering the phone about dates.",
    image: carlaMendoza,
    name: "Carla Mendoza",
    role: "Owner, Pecan Bend Cabins",
  },
  {
    heading: "They asked better questions than we did",
    message:
      "The first two weeks were mostly questions about how our dispatchers really work. What came out of it is the only system our drivers have never complained about.",
    image: marcusReed,
    name: "Marcus Reed",
    role: "Operations Director, Gulfline Freight",
  },
  {
    heading: "The estimate was the bill",
    message:
      "I have paid for three websites in my life, and this was the first where the last invoice matched the first page of the proposal. It also happens to be the one customers compliment.",
    image: anjaliMehta,
    name: "Anjali Mehta",
    role: "Founder, Saffron & Slate Catering",
  },
  {
    heading: "Our members finally use the app",
    message:
      "We had an app nobody opened. They watched ten members try it, threw away half the screens and rebuilt the rest. Two thirds of our members now check in with it every week.",
    image: jonahWhitfield,
    name: "Jonah Whitfield",
    role: "General Manager, Ironbark Climbing",
  },
  {
    heading: "Calm on the busiest day",
    message:
      "We open enrollment once a year and the site used to fall over by nine. This year eleven thousand parents signed up before lunch and the loudest thing in the office was the coffee machine.",
    image: deniseAdeyemi,
    name: "Denise Adeyemi",
    role: "Director of Technology, Fort Bend Summer Schools",
  },
  {
    heading: "A report I can read",
    message:
      "Every month I get one page: what we spent, which calls came from it and what they will change. No agency has ever told me to spend less before. They did, twice.",
    image: tomHaverty,
    name: "Tom Haverty",
    role: "Partner, Haverty & Sons Roofing",
  },
];
