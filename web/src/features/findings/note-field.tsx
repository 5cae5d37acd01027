import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { decision as words } from "@/lib/messages/advice";

/** A note for the team; nothing is stored before it is saved. */
export function NoteField({ note, onSave }: { note: string; onSave: (note: string) => void }) {
  const [text, setText] = useState(note);
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={words.notePlaceholder} labelHidden className="w-full">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1000}
            placeholder={words.notePlaceholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {text.trim() === note ? null : (
        <Button variant="secondary" size="sm" onClick={() => onSave(text.trim())}>
          {words.saveNote}
        </Button>
      )}
    </div>
  );
}
