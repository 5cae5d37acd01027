/** Words of the wizard. Specification strings are quoted exactly, punctuation included. */
export const onboarding = {
  progress: "Progress",
  stepOf: (step: number, total: number) => `Step ${step} of ${total}`,
  titles: {
    "brand-name": "What's your brand name?",
    "brand-description": "Tell us about your brand",
    "brand-info": "Share your brand information",
    "target-audience": "Who's your target audience?",
  },
  texts: {
    "brand-name": "The name people would use when they ask an assistant about you.",
    "brand-description": "What you offer, and what makes you different. Two or three sentences are plenty.",
    "brand-info": "A website or a document lets us check what assistants can actually read about you.",
    "target-audience": "We ask the questions these people would ask, in their market and language.",
  },
  back: "Back",
  continue: "Continue",
  analyze: "Analyze my brand",
  saving: "Saving...",
  logout: "Log out",
  loggingOut: "Logging out...",

  nameLabel: "Brand name",
  namePlaceholder: "e.g. Harrow & Pike",
  aliasesLabel: "Other spellings (optional)",
  aliasesHint: "Abbreviations or variants that mean the same brand. Press Enter after each.",
  addAlias: "Add",
  removeAlias: (alias: string) => `Remove ${alias}`,
  descriptionLabel: "Brand description",
  descriptionPlaceholder: "e.g. We make solid oak furniture to order for small homes, and deliver it assembled.",
  draft: "Draft from my website",
  draftHint: "We read your home page. You can edit the text before you continue.",
  drafting: "Reading your home page…",
  draftAction: "Draft",
  drafted: (host: string) => `Taken from ${host}. Edit it as you like.`,
  draftFound: (host: string) => `${host} says:`,
  draftUse: "Use this text",
  draftNothing: (host: string) => `We found no description on ${host}. Two sentences of your own are enough.`,
  draftFailed: (reason: string) => `We could not read this site. ${reason}`,
  draftSilent: "It did not answer.",
  counter: (used: number, max: number) => `${used.toLocaleString("en")} / ${max.toLocaleString("en")}`,

  sourceLabel: "Where can we read about your brand?",
  website: "I have a website",
  websiteText: "We read up to 50 public pages and respect robots.txt.",
  websiteLabel: "Website URL",
  websitePlaceholder: "example.com",
  document: "Upload brand document",
  documentText: "DOCX, max file size 10MB",
  skip: "Skip for now",
  skipText: "Use your description only",
  skipMissing:
    "Without a website there is no technical score and no page evidence; content and audience scores come from your description alone. You can add a website later.",

  checking: "Checking the site…",
  reachable: (host: string) => `${host} answers.`,
  foundInstead: (asked: string, found: string) => `${asked} does not answer. We found your site at ${found}.`,
  robotsDisallowed: "Its robots.txt asks our crawler to stay away, so we will only analyze what it allows.",
  unreachable: (reason: string) =>
    `We could not read this site. ${reason} You can continue; we will try again during the analysis.`,
  unreachableReason: "It did not answer.",
  notNow: (reason: string) => `${reason} Or continue: we look at it during the analysis.`,
  chooseAnother: "Choose another document",

  uploadAgain: "Choose the document again: files are not kept when the page is reloaded.",
  uploading: (percent: number) => `Uploading document: ${percent} %`,
  uploadLabel: "Upload progress",
  cancelUpload: "Cancel upload",

  audienceLabel: "Target audience",
  audiencePlaceholder: "e.g. People in their thirties furnishing a first flat",
  market: "Market",
  language: "Language",

  usedTitle: "How we use it",
  usedName: (name: string) => `Every answer is searched for “${name}”.`,
  usedNames: (name: string, aliases: string) => `Every answer is searched for “${name}”, also as ${aliases}.`,
  usedNameEmpty: "Every answer is searched for this name, and each mention is marked.",
  usedDescription:
    "Questions to assistants are written from these words. Your brand name is never part of them, so a mention is earned.",
  usedAudience: (audience: string, market: string, language: string) =>
    `Questions are asked as “${audience}” would ask them: in ${language}, for ${market}.`,
  usedAudienceEmpty: (market: string, language: string) => `Questions are asked in ${language}, for ${market}.`,

  nameRequired: "Please enter your brand name",
  descriptionTooShort: "Please provide a detailed brand description (at least 10 characters)",
  websiteRequired: "Please enter your website URL",
  websiteInvalid: "Please enter a valid URL",
  documentRequired: "Please upload a DOCX file or choose a different option",
  audienceTooShort: "Please describe your target audience",

  saved: "Your brand profile has been saved! Welcome to AI visibility optimization.",
  createFailed: "Failed to create brand profile",
  saveFailed: "Failed to save brand information",
} as const;

export const onboardingTimings = { failureMs: 1_500, fileMs: 3_000, successMs: 2_000 } as const;
