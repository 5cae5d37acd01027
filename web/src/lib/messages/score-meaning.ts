/** What a score says, before any number; read only where a score is opened. */
export const scoreMeaning: Record<string, string> = {
  content:
    "How often assistants name you when the question does not, a place further up counting more. 100 would be first in every answer.",
  technical:
    "How much of what lets assistants find and read your website is in place. 100 would be every check passed.",
  audienceFit: "How well your own words speak to your audience: its needs, vocabulary, use cases and limits.",
  overall: "Content and technical visibility in one number; without a website, content alone.",
};
