/** `const { t } = useTranslation()`, `const [open, setOpen] = useState(`, `const navigate = useNavigate()` */
const taken = /\b(?:const|let|var)\s+(\{[^{}]{0,500}\}|\[[^[\]]{0,500}\]|[\w$]+)\s*=\s*(use[A-Z]\w*)\s*[(<]/g;
const defaults = /=[^,}\]]*/g;
/** The names of a pattern, not those of the properties that are renamed. */
const bound = /(?:^|[{[,\s:]|\.{3})([A-Za-z_$][\w$]*)(?=\s*(?:[,}\]]|$))/g;

/** Reads the names that the functions of a script have from a hook that they call, with the hook. */
export function readHookNames(text: string): [name: string, hook: string][] {
  if (!text.includes('= use')) return [];
  const names = new Map<string, string>();
  for (const [, pattern = '', hook = ''] of text.matchAll(taken))
    for (const [, name = ''] of pattern.replace(defaults, '').matchAll(bound)) names.set(name, hook);
  return [...names];
}
