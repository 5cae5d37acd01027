import { useMutation, useQueryClient } from "@tanstack/react-query";

import { userQuery } from "@/api/session";
import { Section } from "@/components/layout/section";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { accountQuery, changeAccount, type Account } from "./api";
import { WithAccount } from "./with-account";

/** Languages that mails are written in; dates and numbers on the screens follow too. */
const languages = ["en", "de", "fr", "es"] as const;
const named = (language: string) => new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
const zones = Intl.supportedValuesOf("timeZone");

/** In which language mails speak and dates and numbers are written, and in which time zone; chosen is saved. */
export function RegionalSection() {
  return (
    <WithAccount>
      {(account) => (
        <Section id="regional" title={words.regional} text={words.regionalText}>
          <Choices account={account} />
        </Section>
      )}
    </WithAccount>
  );
}

function Choices({ account }: { account: Account }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: changeAccount,
    onSuccess: (saved) => {
      client.setQueryData(accountQuery.queryKey, saved);
      client.setQueryData(userQuery.queryKey, (user) =>
        user ? { ...user, locale: saved.locale, timeZone: saved.timeZone } : user,
      );
      toast({ title: words.regionalSaved, variant: "success" });
    },
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  const language = languages.find((one) => account.locale.toLowerCase().startsWith(one)) ?? "en";
  const choices = zones.includes(account.timeZone) ? zones : [account.timeZone, ...zones];
  return (
    <>
      <Field label={words.language} hint={words.languageHint}>
        {(control) => (
          <Select {...control} value={language} onChange={(event) => change.mutate({ locale: event.target.value })}>
            {languages.map((one) => (
              <option key={one} value={one}>
                {named(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.timeZone}>
        {(control) => (
          <Select
            {...control}
            value={account.timeZone}
            onChange={(event) => change.mutate({ timeZone: event.target.value })}
          >
            {choices.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
