/** Words of the example: a sample company to look around with. */
export const example = {
  tag: "Example",
  offer: "Look around with a sample company",
  offerHint: "A furniture workshop we made up. Its website is analyzed now, the way yours will be.",
  openFailed: "The example could not be opened",
  title: (company: string) => `${company} is a made-up company`,
  text: "Its website was analyzed on this computer as yours will be, but answers are simulated. You can look at everything; nothing can be changed.",
  remove: "Remove example",
  removeFailed: "The example could not be removed",
} as const;
