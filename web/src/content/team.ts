import anaDelgado from "./people/ana-delgado.webp?picture";
import graceNakamura from "./people/grace-nakamura.webp?picture";
import samuelBoateng from "./people/samuel-boateng.webp?picture";
import wesHolloway from "./people/wes-holloway.webp?picture";
import type { Picture } from "../ui/picture-url";
import type { ExternalLink, SocialNetwork } from "./site";

/** A team member, for the about page. */
export type TeamMember = {
  name: string;
  role: "Head Manager";
  /** Their responsibility, in one line. */
  about: string;
  image: Picture;
  socials: readonly (ExternalLink & { network: SocialNetwork })[];
};

/** The social networks of every team member, in order. */
const networks: readonly { network: SocialNetwork; label: string; host: string }[] = [
  { network: "facebook", label: "Facebook", host: "facebook.example" },
  { network: "x", label: "X (Twitter)", host: "x.example" },
  { network: "instagram", label: "Instagram", host: "instagram.example" },
  { network: "linkedin", label: "LinkedIn", host: "linkedin.example/in" },
  { network: "youtube", label: "YouTube", host: "youtube.example" },
];

function profiles(handle: string): TeamMember["socials"] {
  return networks.map(({ network, label, host }) => {
    return { network, label, href: `https://${host}/${handle}` };
  });
}

/** The four people who run the studio. */
export const team: readonly TeamMember[] = [
  {
    name: "Ana Delgado",
    role: "Head Manager",
    about:
      "Design. Draws the first sketch in the first meeting, upside down, so that you can read it from across the table.",
    image: anaDelgado,
    socials: profiles("anadelgado"),
  },
  {
    name: "Wes Holloway",
    role: "Head Manager",
    about:
      "Engineering and hosting. Has been woken by a server twice in ten years, and remembers both nights.",
    image: wesHolloway,
    socials: profiles("wesholloway"),
  },
  {
    name: "Grace Nakamura",
    role: "Head Manager",
    about: "Projects. Writes the Friday note, and keeps the schedule and the budget.",
    image: graceNakamura,
    socials: profiles("gracenakamura"),
  },
  {
    name: "Samuel Boateng",
    role: "Head Manager",
    about: "Mobile and marketing. Tests every app on the oldest phone in the drawer first.",
    image: samuelBoateng,
    socials: profiles("samuelboateng"),
  },
];
