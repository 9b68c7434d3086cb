/** A question with its answer. */
export type FaqItem = { question: string; answer: string };

/** The most common questions, on the home page and at the top of the FAQ page. */
export const homeFaq: readonly FaqItem[] = [
  {
    question: "How much does a website cost?",
    answer:
      "Most websites we build cost $3,000 to $10,000. The price depends on the number of page types, on what has to connect to other systems, and on how much of the content you bring. Online stores and applications cost more; each of our case studies names its budget. You get a written estimate with a fixed price for each part before anything starts.",
  },
  {
    question: "How long does a website take?",
    answer:
      "Delivery typically takes 8-12 weeks from the first call to launch. Along the way you receive a finished part every two weeks on average. Large applications take longer, and the estimate says how much longer.",
  },
  {
    question: "How do payments work?",
    answer:
      "We ask for a 30% deposit before work begins. The balance is split into milestone payments, each due when you have seen that part work and approved it.",
  },
  {
    question: "Who owns the website when it is finished?",
    answer:
      "You do. After full payment you have full ownership of the design, the code and the content, along with every account and password that goes with them.",
  },
  {
    question: "Do you look after the site after launch?",
    answer:
      "Yes. Every project comes with 30 days of fixes at no charge. After that you can choose a care plan with updates, backups and monitoring, or take the site to a team of your own. We write the handover notes either way.",
  },
];
