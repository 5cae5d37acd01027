import { common } from "./common";

/** Words of the support dialog, the contact form and the notice about the service. */
export const support = {
  title: "Support",
  intro: "Send us a message or check the answers below.",

  topic: "Topic",
  topics: {
    question: "A question",
    problem: "Something does not work",
    billing: "Plan and billing",
    plan: "A custom plan",
    data: "My data",
    other: "Something else",
  } as Record<string, string>,
  message: "Message",
  messagePlaceholder: "What did you want to do, and what happened instead?",
  messageShort: "Please describe what you need (at least 10 characters)",
  attach: "Attach details",
  attachText:
    "The page you are on and the number of the latest request: they let us find what went wrong. They hold no passwords and nothing you typed.",
  send: "Send",
  sending: "Sending...",
  sentTitle: "We have received your request",
  sentText: (email: string) => `We answer to ${email}. If you write again, this reference helps us find it:`,
  close: "Close",
  another: "Write another",
  faq: "Questions people ask most",
  docs: common.method,

  answers: [
    {
      question: "Where does a score come from?",
      answer:
        "Every number opens: select it to see the formula, its inputs and the answers or pages behind it, with the range we are sure of.",
    },
    {
      question: "Why is there a range beside my score?",
      answer:
        "Assistants answer differently each time. The range is where the score lies with 95 % confidence; changes inside it are not called changes.",
    },
    {
      question: "My website could not be analyzed",
      answer:
        "Check that it opens without a login and that robots.txt does not turn our crawler away. You can also describe your brand with a DOCX document instead.",
    },
    {
      question: "How do I change or end a plan?",
      answer: "Settings, then Subscription. Moving to a smaller plan goes through support.",
    },
  ],
  requestId: "Latest request",
  noRequest: "none yet",
  page: "Page",
} as const;

export const service = {
  maintenance: "Maintenance",
  between: (from: string, to: string) => `From ${from} to ${to}.`,
  until: (to: string) => `Until ${to}.`,
  from: (from: string) => `From ${from}.`,
  down: (names: string) =>
    `${names} cannot be reached at the moment. Answers that are missing are asked for again and are never counted as zero.`,
  slow: (names: string) => `${names} asks us to slow down, so an analysis may take longer than usual.`,
} as const;

/** Said while somebody of support acts as the customer. */
export const impersonation = {
  title: (actor: string, as: string) => `${actor} from support is signed in as ${as}.`,
  read: "Nothing can be changed.",
  write: "Changes are recorded under both names.",
  until: (to: string) => `Ends at ${to}.`,
  end: "End",
} as const;

/** Said in a browser in which support acted as a customer, once that is over. */
export const supportOver = {
  title: "This support session is over",
  text: "It reached its time limit, was ended, or the right to it was taken away. Nothing more can be read or changed here. To look at this account again, begin another session in the support console.",
  leave: "Leave this account",
} as const;
