import type { ModelAnswer, ModelQuestion } from './extension.ts';

/** The defect of the sample repository that no analyser sees: two requests at once pay the money back twice. */
export const doubleRefund = {
  path: 'src/refunds/refundService.ts',
  line: 32,
  title: 'Two requests at once pay the money back twice',
};

const finding = {
  ...doubleRefund,
  quote: 'await this.#payments.refund(order.customerId, { ...refund.money, amount });',
  category: 'concurrency',
  severity: 'high',
  body: 'The state of the order is checked before the money is paid and is saved only after it. Save the new state first, on the condition that it is still the old one.',
  trigger:
    'A second request for the same order arrives while the first one waits for the payment; both pass the check.',
  confidence: 0.95,
  old_code: '',
  new_code: '',
};

const nothing = { severity: 'high', title: '', body: '', old_code: '', new_code: '' };

/** What a good model says of the sample repository, as plain data. */
export function goodAnswer({ texts }: ModelQuestion): object {
  const data = texts.at(-1) ?? '';
  const candidates = [...data.matchAll(/^Candidate (\d+) in /gm)].map(([, id]) => Number(id));
  if (candidates.length > 0) {
    return { verdicts: candidates.map(id => ({ id, verdict: 'keep', reason: 'It is so.', ...nothing })) };
  }
  return { findings: data.includes(`File: ${doubleRefund.path}`) ? [finding] : [] };
}

/** Finds the defect where it is shown, and confirms it when asked again. */
export function refundsReader(question: ModelQuestion): ModelAnswer {
  return { call: goodAnswer(question) };
}
