/** The tabs that stand behind the overview, as one file to fetch. */
export { AnswersTab } from "./answers-tab";
export { CompetitorsTab } from "./competitors-tab";
export { PromptsTab } from "./prompts-tab";
export { SourcesTab } from "./sources-tab";
