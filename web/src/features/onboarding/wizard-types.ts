export type Source = "website" | "document" | "skip";

/** Everything the wizard asks for, as its fields hold it. */
export type WizardValues = {
  businessName: string;
  aliases: string[];
  businessDescription: string;
  source: Source;
  websiteUrl: string;
  file: File | null;
  targetAudience: string;
  market: string;
  language: string;
};
