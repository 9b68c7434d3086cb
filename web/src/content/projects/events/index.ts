import type { CaseStudy } from "../schema";
import ceo from "./ceo.webp?picture";
import event from "./event.webp?picture";
import month from "./month.webp?picture";
import phones from "./phones.webp?picture";

/** An events platform. */
export default {
  description:
    "An events platform for neighborhoods with one-tap RSVPs, waiting lists and two-way sync with Google, Outlook and Apple calendars.",
  technologies: ["Next.js", "TypeScript", "PostgreSQL", "Redis", "CalDAV", "Google Calendar API"],
  brandName: "Porchlight",
  location: "Durham, North Carolina",
  client: "Porchlight Commons, a nonprofit",
  clutchReview: 4.9,
  budget: "$30,000 to $45,000",
  industry: "Community and events",
  stack: "Next.js, PostgreSQL and Redis",
  live: "https://porchlight.example",
  insights: {
    problem:
      "Porchlight’s volunteers announced 90 events a month in four chat groups and a paper newsletter. Hosts bought food for fifty and met twelve guests, or the reverse, and when rain moved an event, half the neighborhood went to the wrong place.",
    solution:
      "Every event has one page and one answer: going, maybe, not this time. An answer puts the event on the guest’s own calendar, and when the host moves it, the calendar follows. Seats, guests and dishes are counted as people answer, and waiting lists fill the gaps by themselves.",
    value:
      "Hosts now plan with numbers that hold: on average, nine in ten who say they are coming do come. The program grew from 90 to 240 events a month with the same three volunteers.",
  },
  ceoReview:
    "My mother is eighty-one. She tapped yes to a fish fry, and it was on her calendar before I had put my glasses on. That was the whole requirement.",
  ceoName: "Andre Whitlock",
  ceoPosition: "Executive Director, Porchlight Commons",
  ceoImage: ceo,
  galleryImages: [
    { picture: month, alt: "A month of neighborhood events, and a concert with seats left" },
    {
      picture: event,
      alt: "The page of a porch concert with its RSVP: going, maybe or not this time",
    },
    { picture: phones, alt: "Events nearby, and a host’s count of guests at the gate" },
  ],
  milestones: [
    {
      title: "A month with the volunteers",
      description:
        "We sat in on twelve events and read eight weeks of chat to learn what people ask.",
    },
    {
      title: "RSVPs in one neighborhood",
      description: "Sixty households tried the first version for six weeks.",
    },
    {
      title: "Calendar sync, both ways",
      description: "Google, Outlook and Apple follow a change within two minutes.",
    },
    {
      title: "City-wide",
      description: "Fourteen neighborhoods, 240 events a month, one shared calendar.",
    },
  ],
  relatedProjects: ["travel-budget", "allseek-search", "bakerzbite"],
  metrics: [
    { value: "91%", label: "of those who say yes show up" },
    { value: "240", label: "events a month, up from 90" },
    { value: "2 min", label: "until calendars follow a change" },
    { value: "11,600", label: "RSVPs in the first season" },
  ],
  team: [
    { role: "Product designer" },
    { role: "Full-stack engineer" },
    { role: "Integration engineer" },
    { role: "Quality engineer" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
