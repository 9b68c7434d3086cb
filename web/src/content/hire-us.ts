import calebWinters from "./people/caleb-winters.webp?picture";
import nadiaPetrov from "./people/nadia-petrov.webp?picture";

/** The words of the hire-us page. */
export const hireUs = {
  title: "Hire Brazoswright | Designers and engineers for your project",
  description:
    "Hire a complete team of designers and engineers: fixed estimates, working software every week and full ownership. Three steps from first call to launch.",
  keywords: [
    "hire web developers",
    "hire software team Texas",
    "outsourced development team",
    "hire Brazoswright",
  ],
  eyebrow: "Hire Us",
  heading: "A whole team by next week, without hiring one.",
  lead: "Designers, engineers and someone who answers for the result, at a price you know before we begin.",
  /** A note as clients get it at the end of a week. */
  note: {
    title: "Your Friday note",
    lines: [
      { name: "Done", text: "Checkout works on the preview, card and cash" },
      { name: "Next", text: "Delivery windows, Monday to Wednesday" },
      { name: "Decided", text: "No accounts for guests" },
      { name: "Open", text: "Photos of the spring menu, by the 14th" },
      { name: "Spent", text: "$4,200 of $9,500, as planned" },
    ],
  },
  reasons: {
    heading: "Three reasons to hire us",
    items: [
      {
        title: "You know the price first",
        text: "The estimate lists every part with a fixed price. If we misjudge one, the difference is ours to carry.",
      },
      {
        title: "You see it every week",
        text: "Each Friday there is something new to click on and a note of five lines: done, next, decided, open, spent.",
      },
      {
        title: "You can leave at any time",
        text: "Code, designs and accounts are yours as you pay for them. Nothing about the work ties you to us, except that it goes well.",
      },
    ],
  },
  steps: {
    heading: "How It Works",
    items: [
      {
        title: "Tell Us Your Needs",
        text: "A 30-minute call or a few written lines: what hurts, for whom, by when. We answer within a day with questions and a first range.",
      },
      {
        title: "Meet Your Experts",
        text: "You meet the designer and the engineer who would do the work. Together you set the scope, and the estimate follows within the week.",
      },
      {
        title: "Launch Your Project",
        text: "Weekly previews, one shared board, a quiet launch. Then 30 days of fixes at no charge and a handover you can rely on.",
      },
    ],
  },
  voices: {
    heading: "From people who did",
    items: [
      {
        quote:
          "We had budgeted five months to hire three developers. Nine weeks after the first call the ordering system was live, and I had hired nobody.",
        name: "Nadia Petrov",
        role: "COO, Cinder Coffee Roasters",
        picture: nadiaPetrov,
      },
      {
        quote:
          "Every Friday the same five lines in my inbox. I have worked with people down the hall who told me less about what they were doing.",
        name: "Caleb Winters",
        role: "Director, Winters Veterinary Group",
        picture: calebWinters,
      },
    ],
  },
  closing: {
    heading: "Which problem should be gone by spring?",
    text: "Describe it in three sentences. The estimate is free, in writing and without obligation.",
  },
} as const;
