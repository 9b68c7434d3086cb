/** The words of the home page. */
export const home = {
  title: "Brazoswright | Web and software studio in Richmond, Texas",
  description:
    "Brazoswright designs, builds and hosts websites, web applications and mobile apps for companies across the United States. Request a free estimate.",
  hero: {
    eyebrow: "Web and software studio, Richmond, Texas",
    heading: "Software worth keeping.",
    lead: "We design, build and look after websites and applications for companies that intend to be here in ten years.",
  },
  about: {
    eyebrow: "Who we are",
    lead: "A small studio on the Brazos river that treats software as a trade: measure first, build it properly, stay to maintain it.",
    body: [
      "You talk to the people who do the work. The designer who draws your pages sits beside the engineer who builds them, and both are on the call when you have a question.",
      "We write plain estimates, show working pages every week, and hand over everything at the end: the code, the accounts and the keys.",
    ],
  },
  services: {
    heading: "What we build",
    items: [
      { name: "Website design", text: "Pages that say what you do, clearly, on every screen." },
      { name: "Website development", text: "Fast, accessible sites that your team can update." },
      {
        name: "Web applications",
        text: "Portals, booking, dashboards: the tools your work runs on.",
      },
      {
        name: "Mobile applications",
        text: "iOS and Android apps, from first sketch to the stores.",
      },
      { name: "Digital marketing", text: "Search, content and campaigns, measured honestly." },
      { name: "Cloud hosting", text: "Set up, watched over and backed up, so that you need not." },
    ],
  },
  closing: {
    heading: "Tell us what you need built.",
    text: "A few lines are enough. You get a written estimate, free and without obligation.",
  },
} as const;
