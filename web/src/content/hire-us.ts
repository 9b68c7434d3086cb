import calebWinters from "./people/caleb-winters.webp?picture";
import nadiaPetrov from "./people/nadia-petrov.webp?picture";

/** Copy of the hire-us page. */
export const hireUs = {
  title: "Hire Brazoswright | Designers and engineers for your project",
  description:
    "Hire a complete team of designers and engineers: fixed prices, working software every week and full ownership. Three steps from first call to launch.",
  keywords: [
    "hire web developers",
    "hire software team Texas",
    "outsourced development team",
    "hire Brazoswright",
  ],
  /** The service's name in structured data. */
  service: "Dedicated design and engineering team",
  eyebrow: "Hire Us",
  heading: "A whole team, without hiring one.",
  primary: "Get Started",
  lead: "Designers, engineers and someone who answers for the result, at a price you know before we begin.",
  /** A sample of the weekly note to clients. */
  note: {
    title: "Your Friday note",
    lines: [
      { name: "Done", text: "Checkout works on the preview, card and cash" },
      { name: "Next", text: "Delivery windows, Monday to Wednesday" },
      { name: "Decided", text: "No accounts for guests" },
      { name: "Open", text: "Photos of the spring menu, by the 14th" },
      { name: "Spent", text: "$6,400 of $14,500, as planned" },
    ],
  },
  reasons: {
    heading: "Three reasons to hire us",
    items: [
      {
        title: "You know the price first",
        text: "The estimate lists every part with its price. If we misjudge one, we cover the difference.",
      },
      {
        title: "You see it every week",
        text: "Each Friday there is something new to click on, and a note that takes a minute to read: done, next, decided, open, spent.",
      },
      {
        title: "You can stop at any milestone",
        text: "Pay for what is done, and the code, the designs and the accounts go with you. Only good work ties you to us.",
      },
    ],
  },
  steps: {
    heading: "How It Works",
    items: [
      {
        title: "Tell Us Your Needs",
        text: "A 30-minute call or a few written lines: what is wrong, for whom, by when. We answer within one business day with questions and a first price range.",
      },
      {
        title: "Meet Your Experts",
        text: "You meet the designer and the engineer who would do the work. Together you set the scope, and the estimate follows within a week.",
      },
      {
        title: "Launch Your Project",
        text: "Weekly previews, one shared board and a launch without drama. Then 30 days of fixes at no charge, and a handover you can rely on.",
      },
    ],
  },
  testimonials: {
    heading: "From people who hired us",
    items: [
      {
        quote:
          "We had set aside five months to recruit three developers. Ten weeks after the first call our wholesale customers were ordering online, and the job ads never went out.",
        name: "Nadia Petrov",
        role: "COO, Cinder Coffee Roasters",
        picture: nadiaPetrov,
      },
      {
        quote:
          "Same five lines in my inbox every Friday. There are people down my own hall who tell me less about what they are doing.",
        name: "Caleb Winters",
        role: "Director, Winters Veterinary Group",
        picture: calebWinters,
      },
    ],
  },
  closing: {
    heading: "Which problem should be gone this quarter?",
    text: "Describe it in three sentences. The estimate is free, in writing, and binds you to nothing.",
  },
} as const;
