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

/** The other modules of the standard library, of all versions. */
const others = new Set(
  `ConfigParser HTMLParser Queue StringIO Tkinter aifc annotationlib antigravity array ast asynchat asyncore atexit
  audioop bdb binascii bisect builtins bz2 cPickle cProfile cStringIO calendar cgi cgitb chunk cmath cmd code
  codecs codeop colorsys commands compileall compression configparser contextvars copyreg crypt ctypes curses dbm
  difflib dis distutils doctest email encodings ensurepip errno faulthandler fcntl filecmp fileinput fnmatch
  fractions ftplib genericpath getopt getpass gettext graphlib grp gzip heapq http httplib idlelib imaplib imghdr
  imp ipaddress keyword lib2to3 linecache locale lzma mailbox mailcap marshal mimetypes mmap modulefinder msilib
  msvcrt netrc nis nntplib nt ntpath nturl2path numbers opcode optparse ossaudiodev pdb pickletools pipes pkgutil
  platform plistlib poplib posix posixpath profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue
  quopri readline reprlib resource rlcompleter runpy sched select selectors shelve shlex site smtpd smtplib sndhdr
  socketserver spwd sre_compile sre_constants sre_parse stat statistics stringprep struct sunau symtable sysconfig
  syslog tabnanny tarfile telnetlib termios this timeit tkinter token tokenize tomllib trace tracemalloc tty
  turtle turtledemo types unicodedata urllib2 urlparse uu venv wave webbrowser winreg winsound wsgiref xdrlib xml
  xmlrpc xmlrpclib zipapp zipimport zlib`.split(/\s+/),
);

/** Whether Python itself has a module. @param name without dots */
export function isOfPython(name: string): boolean {
  return modules.has(name) || others.has(name) || name.startsWith('_');
}

/** Names that Python has without an import. */
const builtins = new Set(
  `ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
  BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
  ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
  False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
  ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
  MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError
  OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError
  ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError
  SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
  UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError abs aiter all anext any ascii
  bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr dict dir
  divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int
  isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow print
  property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip`.split(
    /\s+/,
  ),
);

/** Whether Python has a name without an import. */
export function isBuiltin(name: string): boolean {
  return builtins.has(name);
}
