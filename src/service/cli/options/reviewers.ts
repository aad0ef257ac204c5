import { modelEfforts, passesOf } from '../../../core/protocol/modelEffort.ts';
import { defaultLimits } from '../../reviewers/model/limits.ts';

/** Environment variable with the model's key. */
export const modelKeyName = 'CODE_REVIEW_MODEL_KEY';

const passes = modelEfforts.map(effort => `${effort} (${passesOf[effort].finders})`).join(', ');

/** The options that add reviewers. */
export const reviewersOptions = {
  'model-url': {
    type: 'string',
    value: 'URL',
    about: `Let a language model review as well: any service that speaks OpenAI's chat completions, such as http://localhost:11434/v1; the code goes there, and its key is taken from ${modelKeyName}`,
  },
  model: { type: 'string', value: 'NAME', about: "The model's name there" },
  'model-tokens': {
    type: 'string',
    value: 'N',
    about: `Longest prompt of one call, in tokens (default: ${defaultLimits.tokensPerCall})`,
  },
  'model-calls': {
    type: 'string',
    value: 'N',
    about: `Most calls that look for defects in one review (default: ${defaultLimits.calls}); what they find is checked with more`,
  },
  'model-price': {
    type: 'string',
    value: 'N',
    about: 'What a million tokens cost, in any currency, of the dearer kind (mostly those of answers)',
  },
  'model-cost': {
    type: 'string',
    value: 'N',
    about: 'Most that a review may cost at that price; the model is asked less often, or not at all',
  },
  'model-effort': {
    type: 'string',
    choices: modelEfforts,
    about: `How often they read the change: ${passes} times at most (default: ${defaultLimits.effort})`,
  },
  tools: {
    type: 'string',
    value: 'FILE',
    about: "Run the project's own tools too: JSON, an array as the setting codeReview.tools has it",
  },
} as const;
