import arrow from "bootstrap-icons/icons/arrow-right.svg?raw";
import cloud from "bootstrap-icons/icons/cloud-check.svg?raw";
import code from "bootstrap-icons/icons/code-slash.svg?raw";
import columns from "bootstrap-icons/icons/columns-gap.svg?raw";
import graph from "bootstrap-icons/icons/graph-up-arrow.svg?raw";
import pen from "bootstrap-icons/icons/vector-pen.svg?raw";
import phone from "bootstrap-icons/icons/phone.svg?raw";
import { paths } from "../paths";

/** A service on the home page. */
export type ServiceCard = {
  title: string;
  description: string;
  /** A drawing that stands for the service, and one for going there. */
  icon: string;
  actionIcon: string;
  iconAlt: string;
  link: string;
};

/** The services as the home page presents them. */
export const serviceCards: readonly ServiceCard[] = [
  {
    title: "Website Design",
    description:
      "Layouts that say what you do in the first five seconds, drawn for phones first and tried on people who have never heard of you.",
    icon: pen,
    actionIcon: arrow,
    iconAlt: "A drawing pen",
    link: paths.service("website-design"),
  },
  {
    title: "Website Development",
    description:
      "Fast, accessible websites with an editor your own team can use, tested on real devices and launched without downtime.",
    icon: code,
    actionIcon: arrow,
    iconAlt: "Angle brackets of code",
    link: paths.service("website"),
  },
  {
    title: "Web Applications",
    description:
      "Portals, booking systems and dashboards that take over from the spreadsheet nobody dares to touch.",
    icon: columns,
    actionIcon: arrow,
    iconAlt: "Panels of a dashboard",
    link: paths.service("website-applications"),
  },
  {
    title: "Mobile Applications",
    description:
      "iOS and Android apps that work without a signal, taken all the way through the reviews of both stores.",
    icon: phone,
    actionIcon: arrow,
    iconAlt: "A mobile phone",
    link: paths.service("mobile-application"),
  },
  {
    title: "Digital Marketing",
    description:
      "Search, content and campaigns, reported once a month in calls and orders rather than in impressions.",
    icon: graph,
    actionIcon: arrow,
    iconAlt: "A rising graph",
    link: paths.service("digital-marketing"),
  },
  {
    title: "Cloud Hosting",
    description:
      "Hosting with 99.9% uptime, daily backups that are restored for practice, and 24/7 support from people who know your site.",
    icon: cloud,
    actionIcon: arrow,
    iconAlt: "A cloud with a check mark",
    link: paths.service("cloud-hosting"),
  },
];
