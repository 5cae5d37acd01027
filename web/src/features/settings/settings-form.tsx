import { Section } from "@/components/layout/section";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useAuth } from "@/lib/auth";
import { languageChoices, zoneChoices } from "@/lib/locales";
import { settings } from "@/lib/messages/settings";
import { limits } from "@/lib/messages/validation";

import type { Stored } from "./api";
import { ConflictDialog } from "./conflict-dialog";
import { Preferences } from "./preferences";
import { SaveBar } from "./save-bar";
import { TextField } from "./section";
import { UnsavedGuard } from "./unsaved-guard";
import { useSettingsForm, type SettingsForm as Settings } from "./use-settings-form";

/** All of Settings / General. What belongs to the business is closed to those who may not change it. */
export function SettingsForm({ stored }: { stored: Stored }) {
  const settingsForm = useSettingsForm(stored);
  const mayChange = useMayChangeBusiness();
  const { form, dirty, saving, failure, submit, discard, conflict } = settingsForm;

  return (
    <div>
      {mayChange ? null : (
        <Alert kind="info" className="mb-6">
          {settings.readOnly}
        </Alert>
      )}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="divide-y divide-line">
          <Details form={form} disabled={!mayChange} />
          <Account form={form} />
          <Contact form={form} disabled={!mayChange} />
          <Address form={form} disabled={!mayChange} />
          <Preferences />
        </div>
        {dirty ? <SaveBar saving={saving} failure={failure} onDiscard={discard} /> : null}
      </form>
      <UnsavedGuard dirty={dirty} />
      <ConflictDialog {...conflict} />
    </div>
  );
}

const zones = zoneChoices();

type GroupProps = { form: Settings["form"]; disabled?: boolean };

function Details({ form, disabled = false }: GroupProps) {
  const language = form.watch("language");
  const known = languageChoices.some((choice) => choice.value === language);
  const zone = form.watch("timeZone");
  return (
    <Section id="details" title={settings.details} text={settings.detailsText} disabled={disabled}>
      <TextField
        form={form}
        name="businessName"
        label={settings.name}
        required
        full
        autoComplete="organization"
        maxLength={limits.businessName}
      />
      <Field label={settings.describe} className="sm:col-span-2" error={form.formState.errors.description?.message}>
        {(control) => (
          <Textarea {...control} {...form.register("description")} rows={5} maxLength={limits.description} />
        )}
      </Field>
      <Field label={settings.businessType} error={form.formState.errors.businessType?.message}>
        {(control) => (
          <Select {...control} {...form.register("businessType")}>
            <option value="">{settings.notChosen}</option>
            {settings.businessTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={settings.language} error={form.formState.errors.language?.message}>
        {(control) => (
          <Select {...control} {...form.register("language")}>
            <option value="">{settings.notChosen}</option>
            {language && !known ? <option value={language}>{language}</option> : null}
            {languageChoices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={settings.timeZone}
        hint={settings.timeZoneHint}
        className="sm:col-span-2"
        error={form.formState.errors.timeZone?.message}
      >
        {(control) => (
          <Select {...control} {...form.register("timeZone")}>
            {zone && zones.every((choice) => choice.value !== zone) ? <option value={zone}>{zone}</option> : null}
            {zone ? null : <option value="">{settings.notChosen}</option>}
            {zones.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Section>
  );
}

function Account({ form }: GroupProps) {
  const { user } = useAuth();
  return (
    <Section id="account" title={settings.account} text={settings.accountText}>
      <TextField
        form={form}
        name="firstName"
        label={settings.firstName}
        autoComplete="given-name"
        maxLength={limits.name}
      />
      <TextField
        form={form}
        name="lastName"
        label={settings.lastName}
        autoComplete="family-name"
        maxLength={limits.name}
      />
      <TextField
        form={form}
        name="phone"
        label={settings.phone}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={limits.phone}
      />
      {user ? (
        <p className="text-sm text-ink-3 wrap-anywhere sm:col-span-2">{settings.signedInAs(user.email)}</p>
      ) : null}
    </Section>
  );
}

function Contact({ form, disabled = false }: GroupProps) {
  return (
    <Section id="business-email" title={settings.businessEmail} text={settings.businessEmailText} disabled={disabled}>
      <TextField
        form={form}
        name="email"
        label={settings.businessEmail}
        full
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={limits.email}
      />
    </Section>
  );
}

function Address({ form, disabled = false }: GroupProps) {
  return (
    <Section id="address" title={settings.address} text={settings.addressText} disabled={disabled}>
      <TextField
        form={form}
        name="address1"
        label={settings.address1}
        full
        autoComplete="address-line1"
        maxLength={limits.line}
      />
      <TextField
        form={form}
        name="address2"
        label={settings.address2}
        full
        autoComplete="address-line2"
        maxLength={limits.line}
      />
      <TextField
        form={form}
        name="location"
        label={settings.location}
        full
        hint={settings.locationHint}
        autoComplete="country-name"
        maxLength={limits.line}
      />
      <TextField form={form} name="city" label={settings.city} autoComplete="address-level2" maxLength={limits.line} />
      <TextField
        form={form}
        name="postalCode"
        label={settings.postalCode}
        autoComplete="postal-code"
        maxLength={limits.postalCode}
      />
    </Section>
  );
}

/** Owners and admins; before there is a workspace, whoever creates it by saving. */
function useMayChangeBusiness(): boolean {
  const { user } = useAuth();
  const workspace = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId);
  return !workspace || workspace.role === "owner" || workspace.role === "admin";
}
