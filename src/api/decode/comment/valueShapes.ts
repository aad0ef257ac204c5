/** Whether the value of an ambiguous name is source code rather than a rule. */
export function isCode(text: string): boolean {
  return (
    /[;{}=\n]|\w[([]|->|<\/?\w+[\s/>]/.test(text) ||
    /^\s*(?:import|from|return|const|let|var|def|class|func|fn|if|for|while|await|throw|raise|del|print|echo)\s/.test(
      text,
    )
  );
}

/** Whether the value of `name` describes a problem rather than naming a person, account or rule. */
export function isPhrase(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isNamed = words.every(word =>
    /^\p{Lu}[\p{L}'’.-]*$|^(?:de|da|del|di|la|le|van|von|der|den|ten|bin|al|el)$/u.test(word),
  );
  const hasAcronym = words.some(word => /^\p{Lu}{2,}$/u.test(word));
  return words.length > 1 && (!isNamed || hasAcronym) && !/@|\[bot\]/.test(text);
}

/** Whether the value of `name` is a path with a folder and an extension. */
export function isFileName(text: string): boolean {
  return /^[^\s:]+\/[^\s/:]+\.\w{1,8}$/.test(text) && !text.includes('://');
}
