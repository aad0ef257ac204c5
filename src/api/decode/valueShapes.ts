/** Whether text under a name that may hold either is source code, and not the name of a rule. */
export function isCode(text: string): boolean {
  return (
    /[;{}=\n]|\w[([]|->|<\/?\w+[\s/>]/.test(text) ||
    /^\s*(?:import|from|return|const|let|var|def|class|func|fn|if|for|while|await|throw|raise|del|print|echo)\s/.test(
      text,
    )
  );
}

/** Whether text under `name` says what is wrong; else it is somebody's name, an account or a rule's. */
export function isPhrase(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isNamed = words.every(word =>
    /^\p{Lu}[\p{L}'’.-]*$|^(?:de|da|del|di|la|le|van|von|der|den|ten|bin|al|el)$/u.test(word),
  );
  const hasAcronym = words.some(word => /^\p{Lu}{2,}$/u.test(word));
  return words.length > 1 && (!isNamed || hasAcronym) && !/@|\[bot\]/.test(text);
}

/** Whether text under `name` is a file's, with its folder and its ending. */
export function isFileName(text: string): boolean {
  return /^[^\s:]+\/[^\s/:]+\.\w{1,8}$/.test(text) && !text.includes('://');
}
