import anjaliMehta from "./people/anjali-mehta.webp?picture";
import carlaMendoza from "./people/carla-mendoza.webp?picture";
import deniseAdeyemi from "./people/denise-adeyemi.webp?picture";
import jonahWhitfield from "./people/jonah-whitfield.webp?picture";
import marcusReed from "./people/marcus-reed.webp?picture";
import tomHaverty from "./people/tom-haverty.webp?picture";
import type { Picture } from "../ui/picture-url";

/** A client's quote about working with the agency, for the home page. */
export type Testimonial = {
  heading: string;
  message: string;
  image: Picture;
  name: string;
  role: string;
};

/** The testimonials of the home page. */
export const testimonials: readonly Testimonial[] = [
  {
    heading: "Bookings doubled in a season",
    message:
      "Our old site hid the one thing folks came for. Now a family picks a cabin, sees which nights are open and pays, all from the car, and the phone has stopped ringing about dates.",
    image: carlaMendoza,
    name: "Carla Mendoza",
    role: "Owner, Pecan Bend Cabins",
  },
  {
    heading: "They asked better questions than we did",
    message:
      "They spent days on the dispatch floor before they drew anything. Drivers will gripe about the weather, the docks and the radio. I have yet to hear one gripe about this system.",
    image: marcusReed,
    name: "Marcus Reed",
    role: "Operations Director, Gulfline Freight",
  },
  {
    heading: "The estimate was the bill",
    message:
      "I have paid for three websites in my life, and this was the first whose last invoice matched the first page of the proposal. It also happens to be the one that brides send each other.",
    image: anjaliMehta,
    name: "Anjali Mehta",
    role: "Founder, Saffron & Slate Catering",
  },
  {
    heading: "Our members finally use the app",
    message:
      "We had an app nobody opened. They filmed ten members trying to book a class with it, showed us the footage, and we stopped arguing. Most of the gym checks in with the new one.",
    image: jonahWhitfield,
    name: "Jonah Whitfield",
    role: "General Manager, Ironbark Climbing",
  },
  {
    heading: "Calm on the busiest day",
    message:
      "Enrollment opens once a year, at eight sharp, and by nine our site used to be down. This year eight thousand families had registered by noon and my help desk asked whether it had started.",
    image: deniseAdeyemi,
    name: "Denise Adeyemi",
    role: "Director of Technology, Fort Bend Summer Schools",
  },
  {
    heading: "A report I can read",
    message:
      "One page a month. What went out, which calls it brought in, what they’re changing. They have told me to spend less twice now, and no agency ever did that.",
    image: tomHaverty,
    name: "Tom Haverty",
    role: "Partner, Haverty & Sons Roofing",
  },
];
