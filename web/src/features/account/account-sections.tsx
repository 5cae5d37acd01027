import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { Section } from "@/components/layout/section";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { account as words } from "@/lib/messages/account";

import { accountQuery } from "./api";
import { DataSection } from "./data-section";
import { EmailRow } from "./email-row";
import { FactorRow } from "./factor-row";
import { GoogleRow } from "./google-row";
import { LoginsRow } from "./logins-row";
import { PasskeysRow } from "./passkeys-row";
import { PasswordRow } from "./password-row";
import { RegionalRow } from "./regional-row";
import { Rows } from "./row";
import { RuleRow } from "./rule-row";

const ANCHORS = ["#security", "#regional", "#data"];

/** The account's part of Settings / General: security and data. */
export function AccountSections() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  useAnchor(Boolean(account));
  if (!account && error) return <ErrorCard title={words.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (!account) return <Skeleton className="my-7 h-96" />;
  return (
    <div className="divide-y divide-line border-t border-line">
      <Section id="security" title={words.security} text={words.securityText}>
        <Rows>
          <EmailRow account={account} />
          <PasswordRow account={account} />
          <FactorRow account={account} />
          <PasskeysRow account={account} />
          <GoogleRow account={account} />
          <LoginsRow />
          <RegionalRow account={account} />
          <RuleRow />
        </Rows>
      </Section>
      <DataSection account={account} />
    </div>
  );
}

/** Scrolls to a section of ours named in the address, once it is there. */
function useAnchor(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && ANCHORS.includes(hash)) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, ready]);
}
