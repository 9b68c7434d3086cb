/** Copy of the about page. */
export const about = {
  title: "About Brazoswright | Web and software studio in Richmond, Texas",
  description:
    "Who Brazoswright is: four people who run a workshop near the Brazos River, and more than ten years of websites, web applications and mobile apps.",
  keywords: [
    "about Brazoswright",
    "web agency Richmond Texas",
    "software studio Houston",
    "web development team",
    "mobile app developers Texas",
  ],
  hero: {
    eyebrow: "About Us",
    primary: "Connect With Us",
    heading: "Built on the Brazos, made to last.",
    lead: "We are a studio of designers and engineers in Richmond, Texas. Since 2015 we have made websites and software for the shop down the street and for clients in more than ten countries.",
    picture: "The studio’s workshop with lit windows, beside a bend in the river at sunset.",
  },
  story: {
    heading: "Our Story",
    lead: "It began with a feed store whose website had been down for eleven days.",
    paragraphs: [
      "The agency that made it had closed, the passwords had gone with it, and nobody could say who owned what. Two of us rebuilt the site over a weekend, wrote every account and key on one sheet of paper, and handed the sheet to the owner. She still has it.",
      "That sheet became our way of working. Everything we make belongs to the people who pay for it, is written so that a stranger can take it over, and is looked after by someone you know by first name.",
      "We have stayed small on purpose. Four people run the studio today, and one of them is on your project from the first call until it is done.",
    ],
  },
  milestones: {
    heading: "Our Milestones",
    items: [
      {
        year: "2015",
        title: "A desk on Morton Street",
        description:
          "Two founders, one rented desk and that feed store as the first client. Five websites in the first year.",
      },
      {
        year: "2018",
        title: "First web applications",
        description:
          "A freight company asked for more than a website. Dispatch went live in five weeks, and engineering became half the studio.",
      },
      {
        year: "2020",
        title: "Hosting and mobile",
        description:
          "Clients moved online overnight. We opened our hosting service with 24/7 support and released our first apps in both stores.",
      },
      {
        year: "2023",
        title: "Clients in ten countries",
        description:
          "The hundredth website went live, the fifth award came home, and most of our work now arrives by word of mouth.",
      },
    ],
  },
  cards: [
    {
      title: "Our Mission",
      text: "Give every company, whatever its size, software that it understands, owns and can afford to keep.",
    },
    {
      title: "Our Achievements",
      text: "100+ websites, 5 awards, 98% satisfaction. Most of those websites were made for clients who came back for another.",
    },
    {
      title: "Our Collaboration",
      text: "One shared board, one call a week, one person who answers for it all. You have working pages to click on from the first week.",
    },
  ],
  discover: {
    heading: "See how we would approach yours.",
    action: "Discover Our Work",
    text: "Tell us what you have in mind, and we will walk you through two projects like it: what they cost, and what we would do differently today.",
  },
  team: {
    heading: "Meet Our Team",
    portrait: (name: string) => `Drawn portrait of ${name}`,
    text: "Each of the four has spent years building what they now lead.",
  },
  impact: {
    heading: "Our Impact",
    text: "The clients we work for today, in figures.",
    items: [
      { value: 50, suffix: "+", label: "projects" },
      { value: 20, suffix: "+", label: "happy clients" },
      { value: 10, suffix: "+", label: "years" },
      { value: 100, suffix: "%", label: "satisfaction" },
    ],
  },
  testimonials: { heading: "Clients on working with us", label: "Client testimonials" },
} as const;
