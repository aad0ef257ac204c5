/** Modules of the standard library. */
const modules = new Set(
  `abc argparse ast asyncio atexit base64 bisect bz2 calendar cgi codecs collections concurrent configparser contextlib
  contextvars copy csv ctypes dataclasses datetime decimal difflib dis email enum errno fcntl filecmp fnmatch fractions
  functools gc getopt getpass glob gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json
  keyword linecache locale logging lzma mimetypes multiprocessing numbers operator optparse os pathlib pdb pickle pkgutil
  platform plistlib pprint pstats queue random re resource sched secrets select selectors shelve shlex shutil signal
  smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile telnetlib
  tempfile textwrap threading time timeit tokenize traceback types typing unicodedata unittest urllib uuid warnings weakref
  webbrowser xml zipfile zlib zoneinfo`.split(/\s+/),
);

/** What the standard library is mostly imported for by its own name, and aliases that everyone uses. */
const names = new Set(
  `Any Awaitable Callable ClassVar Dict Final FrozenSet Generator Generic Iterable Iterator List Literal Mapping
  MutableMapping NamedTuple NoReturn Optional Protocol Sequence Set TextIO Tuple Type TypeVar TypedDict Union TYPE_CHECKING
  ABC ABCMeta Counter Decimal Enum Fraction OrderedDict Path Thread abstractmethod cast contextmanager dataclass date
  datetime defaultdict deepcopy deque lru_cache namedtuple overload partial reduce sleep timedelta timezone uuid4 wraps
  np pd plt`.split(/\s+/),
);

/** What Python 2 had without an import. */
const formerly = new Set(
  `apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange`.split(
    ' ',
  ),
);

/** Whether a name is a built-in of Python 2 in code that asks which Python runs it. */
export function isOfAskedVersion(code: string, name: string): boolean {
  return formerly.has(name) && /\bversion_info\b|\bPY[23]\b|\bpython_2\b|\bpython_version\b/.test(code);
}

/** Whether a name is a module of the standard library, one that is mostly imported, or a built-in of Python 2. */
export function isOftenImported(name: string): boolean {
  return modules.has(name.replace(/\..*/, '')) || names.has(name) || formerly.has(name);
}
