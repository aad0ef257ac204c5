import { nameSet } from './aliases.ts';

/**
 * Names of the parts of a comment, by priority: the first that is present and not null counts; see `firstOf` for
 * their form and docs/decisions/tolerant-reading.md for the reasons.
 */
export const commentAliases = {
  path: `path file filePath fileName relativePath relativeFilePath relevantFile newPath oldPath absoluteFilePath
    file.path file.name uri location`,
  /** Objects that may hold the place of a comment or a part of it; they may be nested. */
  place: `range region textRange lineRange lines positions deletedRegion location codeLocation primaryLocation
    position anchor target inline threadContext locations.0 physicalLocation artifactLocation
    coordinates.0.representations.0 sourceLocation`,
  start: `startLine lineStart relevantLinesStart fromLine beginLine start.line begin.line start.newLine
    rightFileStart.line inline.startTo lines.start lines.begin lineRange.start firstLine`,
  line: 'line lineNumber lineNo lines inline.to newLine rightLine lineRange lineNumbers',
  end: `endLine lineEnd endLineNumber toLine relevantLinesEnd end.line end.newLine rightFileEnd.line lines.end
    lineRange.end lastLine`,
  /** Lines on the removed side. */
  leftLine: 'inline.startFrom start.oldLine inline.from oldLine leftFileStart.line',
  leftEnd: 'leftFileEnd.line inline.from oldLine',
  /** The original line of a comment that the service marks as outdated. */
  originalStart: 'originalStartLine',
  originalLine: 'originalLine',
  startColumn: `column col startColumn columnStart startCol start.column start.col rightFileStart.offset
    beginColumn`,
  endColumn: 'endColumn columnEnd endCol end.column end.col rightFileEnd.offset',
  /** Columns from 0 with lines from 0, as in the Language Server Protocol. */
  startCharacter: 'start.character character',
  endCharacter: 'end.character',
  /** Columns from 0 with lines from 1. */
  startOffset: 'range.startCharacter textRange.startOffset',
  endOffset: 'range.endCharacter textRange.endOffset',
  side: 'side diffSide lineType fileType position.type',
  startSide: 'startSide startDiffSide',
  /** Whether the comment is about lines or a file. */
  subject: 'subjectType positionType position.positionType',
  severity: `severity level priority annotationLevel effectiveSeverityLevel importance impact criticality
    severityLevel patternInfo.severityLevel patternInfo.level`,
  score: 'rank suggestionScore',
  title: `title summary headline issueHeader oneSentenceSummary header shortDescription shortDescription.text
    checkName`,
  /** The problem, its author or the file, told apart by the shape of the value. */
  name: 'name',
  body: `body message message.markdown message.text comment content.raw content.body content description text
    issueContent suggestionContent details rawDetails rationale reason explanation why codegenInstructions issue msg note
    remark observation concern problem bodyHtml html`,
  /** Replacement code in any case. */
  fixCode: 'suggestedCode improvedCode replacement newCode proposedCode',
  /** Objects that hold replacement code, perhaps with its lines; see `fixAliases`. */
  fixObject: `suggestion suggestions.0 fixes.0.artifactChanges.0.replacements.0 fixSuggestions.0.replacements.0
    replacements.0 edits.0 suggestedFix fix`,
  /** Code or prose: treated as code only together with the code it replaces. */
  fixText: 'suggestedFix fix suggestion suggestions.0 patch diff',
  oldCode: 'existingCode originalCode currentCode oldCode codeSnippet snippet quote',
  rule: 'ruleId rule rule.id',
  /** A rule or quoted code. */
  code: 'code',
  check: 'code.value checkName checkId check ruleKey',
  /** A kind is a severity only if its value is a known word ("warning", "good"). */
  kind: 'type kind category',
  category: 'category categories.0 label labels.0 kind tags.0 annotationType type',
  url: 'htmlUrl webUrl url link permalink links.html.href code.url helpUri ruleUrl',
  id: 'id commentId findingId uuid guid fingerprint nodeId key',
  related: 'relatedLocations relatedInformation',
  resolved: 'resolved isResolved addressed dismissed isIgnored',
  unresolved: 'unresolved',
  resolvedAt: 'resolvedAt',
  outdated: 'outdated isOutdated stale',
  state: 'state status resolution',
} as const satisfies Readonly<Record<string, string>>;

export type CommentPart = keyof typeof commentAliases;

/** The plain names of members that hold something other than a comment's text. */
export const commentPartNames = nameSet(
  Object.values({ ...commentAliases, body: '' })
    .join(' ')
    .replace(/\.\S*/g, ''),
);

/** Names of the parts of an object with replacement code. */
export const fixAliases = {
  code: 'code text newText replacement newCode improvedCode insertedContent.text new after',
  oldCode: 'oldCode oldText existingCode originalCode old before original',
  words: 'description message explanation title',
  /** Offsets into the file. */
  offsets: 'range start offset startOffset charOffset byteOffset deletedRegion location.offset location.range',
} as const;
