import { Section } from "@/components/layout/section";
import { account as words } from "@/lib/messages/account";

import { EmailRow } from "./email-row";
import { FactorRow } from "./factor-row";
import { GoogleRow } from "./google-row";
import { LoginsRow } from "./logins-row";
import { PasskeysRow } from "./passkeys-row";
import { PasswordRow } from "./password-row";
import { Rows } from "./row";
import { RuleRow } from "./rule-row";
import { WithAccount } from "./with-account";

/** How somebody signs in, and where they are signed in. */
export function SecuritySection() {
  return (
    <WithAccount>
      {(account) => (
        <Section id="security" title={words.security} text={words.securityText}>
          <Rows>
            <EmailRow account={account} />
            <PasswordRow account={account} />
            <FactorRow account={account} />
            <PasskeysRow account={account} />
            <GoogleRow account={account} />
            <LoginsRow />
            <RuleRow />
          </Rows>
        </Section>
      )}
    </WithAccount>
  );
}
