/** What a score says, before any number; read only where a score is opened. */
export const scoreMeaning: Record<string, string> = {
  content:
    "How often assistants name you in answers to questions that do not mention you. Earlier places count more; 100 means first in every answer.",
  technical: "How well assistants can find and read your website. 100 means every check passed.",
  audienceFit: "How well your own words speak to your audience: its needs, vocabulary, use cases and limits.",
  overall: "60 % content visibility, 40 % technical visibility. If only one of them counts, that one alone.",
};
