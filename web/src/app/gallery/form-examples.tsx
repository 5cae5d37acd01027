import { useState } from "react";

import { Field } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Input, Textarea } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Progress } from "@/components/ui/progress";
import { SearchBox } from "@/components/ui/search-box";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";

/** What can be filled in, empty, filled, wrong and switched off. */
export function FormExamples() {
  const [choice, setChoice] = useState("one");
  const [search, setSearch] = useState("");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Empty" hint="A hint under the field">
        {(control) => <Input {...control} placeholder="Placeholder" />}
      </Field>
      <Field label="Filled" required aside="12/120">
        {(control) => <Input {...control} defaultValue="Some words" />}
      </Field>
      <Field label="Wrong" error="Invalid email address">
        {(control) => <Input {...control} defaultValue="nobody" />}
      </Field>
      <Field label="Switched off">
        {(control) => <Input {...control} disabled defaultValue="Cannot be changed" />}
      </Field>
      <Field label="Password">{(control) => <PasswordInput {...control} defaultValue="a long password" />}</Field>
      <Field label="One of many">
        {(control) => (
          <Select {...control} defaultValue="b">
            <option value="a">First</option>
            <option value="b">Second</option>
          </Select>
        )}
      </Field>
      <Field label="Many words" className="sm:col-span-2">
        {(control) => <Textarea {...control} defaultValue="Several lines of text." />}
      </Field>
      <SearchBox label="Search" value={search} onChange={setSearch} />
      <Segmented
        label="One of a few"
        value={choice}
        onChange={setChoice}
        choices={[
          { value: "one", label: "One" },
          { value: "two", label: "Two" },
        ]}
      />
      {(["line", "segmented"] as const).map((variant) => (
        <Tabs key={variant} value={choice} onValueChange={setChoice}>
          <TabsList variant={variant} aria-label={`Tabs, ${variant}`}>
            <TabsTrigger value="one">One</TabsTrigger>
            <TabsTrigger value="two">Two</TabsTrigger>
          </TabsList>
          <TabsContent value="one">The first panel</TabsContent>
          <TabsContent value="two">The second panel</TabsContent>
        </Tabs>
      ))}
      <FilePicker label="Brand document" file={null} onPick={() => undefined} onRemove={() => undefined} />
      <FilePicker
        label="Brand document"
        file={new File(["words"], "brand.docx")}
        onPick={() => undefined}
        onRemove={() => undefined}
      />
      <Progress label="Known" value={34} max={60} />
      <Progress label="Unknown" value={null} />
    </div>
  );
}
