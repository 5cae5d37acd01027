/** Words of Settings / General and Settings / Users. Specification strings are quoted exactly, punctuation included. */
export const settings = {
  details: "Details",
  detailsText: "The name and description every analysis starts from.",
  name: "Name",
  describe: "Describe your business",
  businessType: "Business type",
  businessTypes: ["Technology", "Healthcare", "Real Estate", "Remodeling", "Other"],
  language: "Language",
  notChosen: "Not specified",

  account: "Account",
  accountText: "Your own name and number, not those of the business.",
  firstName: "First Name",
  lastName: "Last Name",
  phone: "Phone number",
  signedInAs: (email: string) => `You sign in with ${email}.`,

  businessEmail: "Business email",
  businessEmailText: "Where the business can be reached. It does not change the address you sign in with.",

  address: "Address",
  addressText: "Where the business is.",
  address1: "Address line 1",
  address2: "Address line 2",
  location: "Location",
  locationHint: "Country or region",
  city: "City",
  postalCode: "Postal code",

  preferences: "Preferences",
  preferencesText: "Kept in this browser and applied at once.",
  themeHint: "System follows the setting of your device.",

  unsaved: "You have unsaved changes.",
  save: "Save Changes",
  saving: "Saving...",
  discard: "Discard",
  savedTitle: "Changes saved",
  savedText: "Your business settings have been updated successfully.",
  failedTitle: "Error",
  failedText: "Failed to save changes. Please try again.",
  loadFailed: "Your settings could not be loaded",
  readOnly: "Your role lets you change only the Account section. Owners and admins change the rest.",

  leaveTitle: "Leave without saving?",
  leaveText: "What you changed on this page has not been saved.",
  leave: "Leave page",
  stay: "Keep editing",

  elsewhereTitle: "These settings were changed elsewhere",
  elsewhereText: "They were saved after you opened this page, perhaps in another tab. Nothing of yours has been saved yet.",
  elsewhereReload: "Reload",
  elsewhereReloadText: "Reload shows what they saved and drops your changes.",
  elsewhereOverwrite: "Overwrite",
  elsewhereOverwriteText: "Overwrite saves this page as you see it.",
} as const;

export const team = {
  title: "Add a team",
  text: "Adding a user gives them access to the whole business: its brands, analyses, materials and settings.",
  add: "Add user",
  seats: "Team users come with the paid plans.",
  cards: [
    { title: "Email Invitations", text: "Each person is invited by email and signs in with an account of their own. Passwords are never shared." },
    { title: "Role-based Access", text: "A role decides what each person may do: Owner, Admin, Editor, Viewer or Billing." },
  ],
} as const;
