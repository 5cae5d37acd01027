import type { Role } from "@/api/session";

/** Words of Settings / Users, invitations, workspaces and API keys. Specification strings are quoted exactly. */
export const team = {
  title: "Add a team",
  text: "Adding a user gives them access to the whole business: its brands, analyses, materials and settings.",
  add: "Add user",
  seats: "Team users come with the paid plans.",
  cards: [
    {
      title: "Email Invitations",
      text: "Each person is invited by email and signs in with an account of their own. Passwords are never shared.",
    },
    {
      title: "Role-based Access",
      text: "A role decides what each person may do: Owner, Admin, Editor, Viewer or Billing.",
    },
  ],

  roles: { owner: "Owner", admin: "Admin", editor: "Editor", viewer: "Viewer", billing: "Billing" } satisfies Record<
    Role,
    string
  >,
  membersTitle: "Members",
  onlyYou: "Only you so far. Invite the people you work with.",
  name: "Name",
  email: "Email",
  role: "Role",
  lastActive: "Last active",
  never: "Not yet",
  actions: "Actions",
  you: "You",
  paused: "Seat paused",
  pausedText:
    "This workspace has more members than its plan covers. Paused members cannot open it until a seat is free.",
  yourSeatPaused: "Your seat is paused",
  yourSeatPausedPayer:
    "This workspace has more members than its plan covers, so you cannot open its results. Change the plan and they open again.",
  yourSeatPausedText:
    "This workspace has more members than its plan covers, so you cannot open its results. Ask an owner to change the plan or to free a seat.",
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string, role: Role) => `${name} is now ${team.roles[role]}`,
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    "They lose this workspace at once, also in windows that are open now, and API keys they made stop working. What they did here stays.",
  removed: (name: string) => `${name} was removed`,
  removedWithChannels: (name: string) => `${name} was removed, and what they had opened was ended`,
  channelsFailed: "We could not look up what they shared. If you remove them now, their share links and webhooks stay.",
  channelsText: (name: string) =>
    `${name} made or changed these. They belong to the workspace and still give out results after the removal:`,
  channel: (kind: "share-link" | "webhook" | "slack", name: string) =>
    `${{ "share-link": "Share link", webhook: "Webhook", slack: "Slack channel" }[kind]}: ${name}`,
  endChannels: "End these too",
  endChannelsHint:
    "Share links stop opening for good. Webhooks and Slack are switched off and can be switched on again.",
  transfer: "Make owner",
  transferOne: (name: string) => `Hand over to ${name}`,
  transferTitle: (name: string) => `Make ${name} the owner?`,
  transferText:
    "They decide about the plan, the members and deleting the workspace from then on. You become an admin and cannot take it back yourself.",
  transferred: (name: string) => `${name} owns this workspace now`,
  leave: "Leave workspace",
  leaveTitle: (workspace: string) => `Leave ${workspace}?`,
  leaveText: "You lose access at once, and API keys you made stop working. Somebody has to invite you to come back.",
  leaveOnlyOwner: "You are the only owner, so make somebody else an owner first, or delete the workspace.",
  cancel: "Cancel",
  failed: "That did not work",
  loadFailed: "The members could not be loaded",
  viewOnly: "Owners and admins invite people and change roles.",

  seatsUsed: (used: number, limit: number | null) =>
    limit === null ? `${used} seats in use` : `${used} of ${limit} ${limit === 1 ? "seat" : "seats"} in use`,
  seatsReserved: (count: number) => `${count} held by ${count === 1 ? "an invitation" : "invitations"}`,

  invitationsTitle: "Invitations",
  invitedAs: "Role",
  state: "State",
  expires: (date: string) => `Open until ${date}`,
  expired: "Expired",
  resend: "Resend",
  resendTo: (email: string) => `Resend to ${email}`,
  resent: (email: string) => `Sent again to ${email}`,
  copyLink: "Copy link",
  copyLinkFor: (email: string) => `Copy link for ${email}`,
  linkCopied: "Link copied",
  linkCopiedText: "Whoever has it and signs in with the invited address can join, once that address is confirmed.",
  linkTitle: "Copy this link",
  withdraw: "Withdraw",
  withdrawOf: (email: string) => `Withdraw invitation of ${email}`,
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}?`,
  withdrawText: "Links that were mailed or copied stop working.",
  withdrawn: "Invitation withdrawn",

  inviteTitle: "Invite somebody",
  inviteText: "They get an email with a link that is open for 7 days.",
  inviteSend: "Send invitation",
  inviteSending: "Sending...",
  invited: (email: string) => `Invitation sent to ${email}`,

  rolesTitle: "What each role may do",
  may: "may",
  mayNot: "may not",
  action: "Action",
} as const;

export const invitation = {
  title: (workspace: string) => (workspace ? `Join ${workspace}` : "Join a workspace"),
  text: (inviter: string | null, role: string) =>
    inviter ? `${inviter} invites you as ${role}.` : `You are invited as ${role}.`,
  forAddress: (email: string) => `The invitation is for ${email}.`,
  until: (date: string) => `It is open until ${date}.`,
  accept: "Accept invitation",
  accepting: "Joining...",
  otherTitle: "You are signed in with another address",
  otherText: (invited: string, own: string) =>
    `This invitation is for ${invited}, and you are signed in as ${own}. Log out and sign in with the invited address.`,
  logout: "Log out",
  over: {
    accepted: "This invitation has already been accepted.",
    revoked: "This invitation was withdrawn. Ask whoever invited you for a new one.",
    expired: "This invitation has expired. Ask whoever invited you for a new one.",
  },
  unknown:
    "This link opens no invitation: it was used already, or it is not complete. If you have joined, go on to Presence; else open it from the email again, or ask whoever invited you for a new one.",
  haveAccount: "I have an account",
  newAccount: "Create an account",
  failed: "You could not join",
  sendProof: "Send the link to confirm it",
  proofSent: (email: string) => `We sent a link to ${email}. Open it, then accept here.`,
  onward: "Go to Presence",
} as const;

export const workspaces = {
  switcher: "Workspaces",
  fallback: "Unnamed workspace",
  current: "Current",
  create: "New workspace",
  createTitle: "Create a workspace",
  createText: "A workspace is one business with its own brands, members and plan. It starts on the free plan.",
  name: "Name",
  nameShort: "Name must be at least 2 characters",
  createSend: "Create workspace",
  switchFailed: "The workspace could not be opened",

  section: "Workspace",
  sectionText: "Leaving or deleting this workspace concerns everybody who works in it.",
  deleteTitle: "Delete workspace",
  deleteText: "Everybody loses it at once. An owner can bring it back for 7 days; after that everything in it is gone.",
  deleteConfirm: (name: string) => `Type ${name} to confirm`,
  deleteSend: "Delete workspace",
  ownerOnly: "Only an owner can delete the workspace.",
  deletedTitle: "Deleted workspaces",
  deletedText: (date: string) => `Gone for good on ${date}`,
  restore: "Bring back",
  restoreOne: (name: string) => `Bring back ${name}`,
} as const;

/** Of a link in a mail or message that leads to one of the reader's workspaces. */
export const arrival = {
  opening: (workspace: string) => `Opening ${workspace}`,
  noMember: "You are not a member of this workspace",
  noMemberText: (email: string) =>
    `The link leads to a workspace that ${email} does not belong to any more. Ask one of its owners for an invitation, or sign in with another address.`,
  toDashboard: "Go to your dashboard",
} as const;

export const apiKeys = {
  title: "API keys",
  text: "Programs use a key to read this workspace through the API under /api/v1. A key acts for you, with at most your rights.",
  locked: "API keys come with Growth (reading) and Scale (reading and writing).",
  lockedAction: "See plans",
  empty: "No keys yet.",
  create: "Create key",
  createTitle: "Create an API key",
  name: "Name",
  nameHint: "What will use it, for example the name of a report.",
  scope: "May",
  scopes: { read: "Read", write: "Read and write" },
  writeLocked: "Writing comes with Scale.",
  expiry: "Expires",
  expiries: [
    { days: 30, label: "In 30 days" },
    { days: 90, label: "In 90 days" },
    { days: 365, label: "In a year" },
    { days: null, label: "Never" },
  ],
  every: "Also opens my other workspaces",
  everyHint: "Those where you are owner or admin; a call names one with the header X-Workspace-Id.",
  secretTitle: "Copy the key now",
  secretText: "It is shown this once. Keep it where nobody else can read it.",
  copy: "Copy key",
  copied: "Copied",
  done: "Done",
  made: (by: string, date: string) => `Made by ${by} on ${date}`,
  lastUsed: (when: string) => `Last used ${when}`,
  neverUsed: "Never used",
  expires: (date: string) => `Expires ${date}`,
  noExpiry: "Does not expire",
  previous: (date: string) => `The key before works until ${date}`,
  rotate: "Rotate",
  rotateOne: (name: string) => `Rotate ${name}`,
  rotateTitle: (name: string) => `Rotate ${name}?`,
  rotateText:
    "You get a new key. The one in use now goes on working for 24 hours, so that you can exchange it without a gap.",
  revoke: "Revoke",
  revokeOne: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: "Whatever uses it stops working at once. This cannot be undone.",
  revoked: "Key revoked",
  loadFailed: "The keys could not be loaded",
} as const;
