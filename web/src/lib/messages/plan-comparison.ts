/** A cell: words, or whether it is included at all. */
export type Cell = string | boolean;
export type Comparison = {
  key: string;
  label: string;
  /** In one sentence. */ means: string;
  cells: readonly [Cell, Cell, Cell, Cell];
};

/** Free, Pro, Growth, Scale; the key is the server's name of the limit. */
export const comparison: readonly { group: string; rows: readonly Comparison[] }[] = [
  {
    group: "Analysis",
    rows: [
      {
        key: "analysis.weekly",
        label: "Scheduled analysis",
        means: "How often your questions are asked automatically. You can also start an analysis yourself.",
        cells: ["Monthly", "Weekly", "Weekly", "Weekly"],
      },
      {
        key: "prompts.max",
        label: "Questions, all brands",
        means: "Questions put to the assistants, shared across all your brands.",
        cells: ["10", "25", "75", "150"],
      },
      {
        key: "engines.max",
        label: "AI assistants",
        means: "Assistants your questions can go to, such as ChatGPT, Perplexity and Google Gemini.",
        cells: ["3", "4", "All", "All"],
      },
      {
        key: "samples.max",
        label: "Answers per question",
        means: "How many times each assistant is asked the same question in one analysis.",
        cells: ["1", "2", "3", "3"],
      },
      {
        key: "competitors.max",
        label: "Competitors",
        means: "Businesses you are compared with, for each of your brands.",
        cells: ["2", "5", "10", "20"],
      },
    ],
  },
  {
    group: "Results",
    rows: [
      {
        key: "recommendations.all",
        label: "Recommendations",
        means: "What to change first, with its effort and expected effect.",
        cells: ["1", "All", "All", "All"],
      },
      {
        key: "gaps.content",
        label: "Content gaps",
        means: "Questions where answers name a competitor more often than you.",
        cells: ["First 3", "All", "All", "All"],
      },
      {
        key: "gaps.technical",
        label: "Technical gaps",
        means: "What keeps assistants from reading your website.",
        cells: ["First 5", "All", "All", "All"],
      },
      {
        key: "trends.full",
        label: "Trending queries",
        means: "Searches that assistants make while they answer questions in your market.",
        cells: ["First 3", "All", "All", "All"],
      },
      {
        key: "traffic.full",
        label: "AI crawler traffic",
        means: "Which assistants' crawlers fetch your pages, counted from access logs you send.",
        cells: ["7 days of uploads", "7 days of uploads", "All", "All"],
      },
      {
        key: "analytics.full",
        label: "Analytics",
        means: "Charts over time, competitors, sources and every answer, this far back.",
        cells: [false, "90 days", "12 months", "24 months"],
      },
    ],
  },
  {
    group: "Business",
    rows: [
      {
        key: "brands.max",
        label: "Brands",
        means: "Your businesses or products, each measured separately.",
        cells: ["1", "3", "10", "25"],
      },
      {
        key: "websites.max",
        label: "Websites",
        means: "Websites analyzed for your brands.",
        cells: ["1", "1", "3", "5"],
      },
      {
        key: "materials.max",
        label: "Brand materials",
        means: "Pages and documents checked for audience fit. Fair use on Pro: up to 500.",
        cells: ["Current brand", "Unlimited", "Unlimited", "Unlimited"],
      },
      {
        key: "team.seats",
        label: "Team members",
        means: "People who sign in to your workspace, each with a role.",
        cells: ["1", "3", "10", "25"],
      },
    ],
  },
  {
    group: "Sharing and support",
    rows: [
      {
        key: "reports.monthly",
        label: "Reports",
        means: "Your results as a document you can share.",
        cells: ["1 PDF a month", "PDF and DOCX", "PDF and DOCX", "With your logo"],
      },
      {
        key: "share.links",
        label: "Shared views",
        means: "Your results at a link anyone can open without signing in.",
        cells: [false, "3", "10", "50"],
      },
      {
        key: "digest.weekly",
        label: "Digest",
        means: "A summary of what changed, sent to you.",
        cells: ["Monthly", "Weekly", "Also in Slack", "Also by webhook"],
      },
      {
        key: "api.read",
        label: "API",
        means: "Access to your data from your own software.",
        cells: [false, false, "Read", "Read and write"],
      },
      {
        key: "support.priority",
        label: "Support",
        means: "How soon your messages are answered, and by whom.",
        cells: ["Standard", "Standard", "Priority", "Dedicated manager"],
      },
    ],
  },
];
