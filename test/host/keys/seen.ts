import { channel, subscribe } from 'node:diagnostics_channel';

interface Seen {
  readonly text: string;
  /** What the text is of. */
  readonly where: string;
}

// By its name, since the bundles of a process have a module each.
const seen = channel('code-review-tests:seen');

/** Whether somebody wants to be told. */
export function isWatched(): boolean {
  return seen.hasSubscribers;
}

/** Tells what a person, a window or a service was shown; `where` names what the text is of. */
export function tellSeen(text: string, where: string): void {
  seen.publish({ text, where } satisfies Seen);
}

/** Hears of everything that `tellSeen` is told. */
export function onSeen(hear: (text: string, where: string) => void): void {
  subscribe(seen.name, message => {
    const { text, where } = message as Seen;
    hear(text, where);
  });
}
