import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { account as words } from "@/lib/messages/account";
import { saveFile } from "@/lib/save-file";

/** The codes, this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join("\n");
  return (
    <section
      aria-label={words.codesTitle}
      className="flex flex-col gap-4 rounded-card border border-line bg-sunken p-4"
    >
      <div>
        <h4 className="font-semibold">{words.codesTitle}</h4>
        <p className="mt-1 text-ink-2">{words.codesText}</p>
      </div>
      <ul className="tabular grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-x-6 gap-y-2 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveFile("presence-recovery-codes.txt", `${text}\n`, "text/plain")}
        >
          {words.codesSave}
        </Button>
        <CopyButton text={text} label={words.codesCopy} done={words.codesCopied} />
        <Button size="sm" onClick={onDone} className="ml-auto">
          {words.codesDone}
        </Button>
      </div>
    </section>
  );
}
