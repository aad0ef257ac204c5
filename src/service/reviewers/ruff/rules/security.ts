import { inLambda } from '../../awsLambda.ts';
import { quote } from '../../rule.ts';
import { callAt } from '../python/calls.ts';
import { isToOwnMachine } from '../python/ownMachine.ts';
import type { RuffReport, RuffRule } from '../report.ts';

/** What people run by hand, and stop if it hangs: the project's own tools, and code that shows something. */
const byHand =
  /^(?:tools?|ci|\.\w+)\/|(?:^|\/)(?:benchmarks?|contests?|demos?|dev|examples?|exercises?|hack|lessons?|notebooks?|samples?|scripts?|tutorials?)\//i;

/** What a script does that somebody starts: it reads its arguments, asks, or runs as the program that Python was given. */
const isStarted =
  /^if[ \t]+__name__[ \t]*==|^(?:import|from)[ \t]+(?:argparse|click|typer|fire|docopt)\b|\bsys\.argv\b|\binput\(/m;
/** What a module has for others; a file without it does its work from top to bottom, once somebody starts it. */
const defines = /^(?:async[ \t]+def|def|class)\b/m;
/** What runs on with nobody beside it: servers, bots, workers and schedules, and rounds without end. */
const runsOn =
  /^(?:import|from)[ \t]+(?:aiogram|aiohttp|airflow|apscheduler|bottle|celery|dagster|discord|django|dramatiq|fastapi|flask|functions_framework|gradio|huey|kafka|luigi|paho|pika|prefect|rq|sanic|schedule|slack_bolt|socketserver|starlette|streamlit|telebot|telegram|threading|tornado|uvicorn)\b|\bwhile[ \t]+(?:True|1)\b|\bhttp\.server\b/m;

/** Whether it is in a function of AWS Lambda, which ends it after 15 minutes at most. */
function isInLambda({ path, text }: RuffReport): boolean {
  return inLambda.test(path) || /\blambda_handler\b/.test(text);
}

/** Rules on calls that let others in. */
export const securityRules: Readonly<Record<string, RuffRule>> = {
  S113: {
    severity: 'medium',
    category: 'bug',
    exceptTests: true,
    isFoldedInFile: true,
    isMinor: report =>
      isInLambda(report) || ((isStarted.test(report.text) || !defines.test(report.text)) && !runsOn.test(report.text)),
    // Whoever writes `timeout=None` means it, and whoever runs a tool by hand can stop it.
    isFalsePositive: ({ message, isIdle, knownPath, text, start, end, wasThere }) =>
      message.includes('set to') ||
      isIdle ||
      byHand.test(knownPath) ||
      // What is handed on may have one.
      /[(,]\s*\*\*/.test(callAt(text, start, end)) ||
      isToOwnMachine(text, end) ||
      wasThere(callAt(text, start, end)),
    say: report => ({
      title: `${quote(report.code)} waits ${isInLambda(report) ? 'until AWS Lambda ends the function' : 'forever'} where the server does not answer: it has no timeout.`,
      body: '`requests` waits without end unless it is told otherwise. Give `timeout` in seconds.',
    }),
  },
};
