/** Modules of the standard library that most files import, and of the test framework. Few repositories have modules of these names. */
const modules = new Set(
  `__future__ abc argparse asyncio base64 collections concurrent contextlib copy csv dataclasses datetime decimal enum
  functools gc glob hashlib hmac html importlib inspect io itertools json logging math multiprocessing operator os pathlib
  pickle pprint pytest random re secrets shutil signal socket sqlite3 ssl string subprocess sys tempfile textwrap threading
  time traceback typing typing_extensions unittest urllib uuid warnings weakref zipfile zoneinfo`.split(/\s+/),
);

/** Whether an import is of the standard library: facts about it are left out, since no check needs them. */
export function isStandard(module: string): boolean {
  const dot = module.indexOf('.');
  return modules.has(dot < 0 ? module : module.slice(0, dot));
}
