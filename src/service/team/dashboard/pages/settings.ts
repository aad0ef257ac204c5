import { buttons, form, problemSummary, radios, textField, type Problems } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { page } from '../html/page.ts';
import type { Viewer } from '../html/viewer.ts';
import type { Form } from '../../members/member.ts';

/** The page of the settings. */
export function settingsPage(viewer: Viewer, values: Form, problems: Problems = {}): Html {
  return page(viewer, {
    title: 'Settings',
    section: 'settings',
    isRefused: Object.keys(problems).length > 0,
    body: html`<div class="narrow">
      ${problemSummary(problems)}${form(
        '/settings',
        viewer.csrfToken,
        textField({
          name: 'organisation',
          label: 'Name of your organisation',
          value: values['organisation'] ?? '',
          problem: problems['organisation'],
          longest: 100,
        }),
        radios(
          'plan',
          'Plan',
          [
            { value: 'free', label: 'Free', hint: '100 requests an hour for each key' },
            { value: 'pro', label: 'Pro', hint: '1,000 requests an hour for each key' },
            { value: 'enterprise', label: 'Enterprise', hint: 'As many as you set below' },
          ],
          values['plan'] ?? '',
          problems['plan'],
        ),
        textField({
          name: 'requestsPerHour',
          label: 'Requests an hour',
          hint: 'For the plan Enterprise only. A review takes about 7 requests of the editor.',
          type: 'number',
          value: values['requestsPerHour'] ?? '',
          problem: problems['requestsPerHour'],
        }),
        textField({
          name: 'keepDays',
          label: 'Days to keep reviews',
          hint: 'Reviews that ended longer ago are deleted.',
          type: 'number',
          value: values['keepDays'] ?? '',
          problem: problems['keepDays'],
          isRequired: true,
        }),
        buttons('Save'),
      )}
    </div>`,
  });
}
