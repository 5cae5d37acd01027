import type { Action } from "./actions";
import { ForgotScreen } from "./forgot-screen";
import { InviteScreen } from "./invite-screen";
import { LinkGoogleScreen } from "./link-google-screen";
import { ResetScreen } from "./reset-screen";
import { SecondFactorScreen } from "./second-factor-screen";
import { VerifyScreen } from "./verify-screen";

const screens = {
  forgot: ForgotScreen,
  reset: ResetScreen,
  verify: VerifyScreen,
  "second-factor": SecondFactorScreen,
  link: LinkGoogleScreen,
  invite: InviteScreen,
} as const;

/** One of the further steps of signing in, in place of the two tabs. */
export function LinkScreen({ action }: { action: Action }) {
  const Screen = screens[action];
  return <Screen />;
}
