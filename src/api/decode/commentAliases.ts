import { nameSet, names } from './aliases.ts';

/**
 * Names of the parts of a place and of a comment, by priority: the first that is present and not null counts; see
 * `firstOf` for their form and docs/decisions/tolerant-reading.md for the reasons.
 */
export const placeAliases = {
  path: names(`path file filePath fileName relativePath relativeFilePath relevantFile newPath oldPath absoluteFilePath
    file.path file.name uri location`),
  /** The file with the key of its project before it, as in SonarQube. */
  component: 'component',
  /** Objects that may hold the place of a comment or a part of it; they may be nested. */
  place: names(`range region textRange lineRange lines positions deletedRegion location codeLocation primaryLocation
    position anchor target inline threadContext locations.0 physicalLocation artifactLocation
    coordinates.0.representations.0 sourceLocation`),
  start: names(`startLine lineStart relevantLinesStart fromLine beginLine start.line begin.line start.newLine
    rightFileStart.line inline.startTo lines.start lines.begin lineRange.start firstLine`),
  line: names('line lineNumber lineNo lines inline.to newLine rightLine lineRange lineNumbers'),
  end: names(`endLine lineEnd endLineNumber toLine relevantLinesEnd end.line end.newLine rightFileEnd.line lines.end
    lineRange.end lastLine`),
  leftLine: names('inline.startFrom start.oldLine inline.from oldLine leftFileStart.line'),
  leftEnd: names('leftFileEnd.line inline.from oldLine'),
  originalStart: 'originalStartLine',
  originalLine: 'originalLine',
  startColumn: names(`column col startColumn columnStart startCol start.column start.col rightFileStart.offset
    beginColumn`),
  endColumn: names('endColumn columnEnd endCol end.column end.col rightFileEnd.offset'),
  /** Columns from 0 with lines from 0, as in the Language Server Protocol, and with lines from 1. */
  startCharacter: names('start.character character'),
  endCharacter: 'end.character',
  startOffset: names('range.startCharacter textRange.startOffset'),
  endOffset: names('range.endCharacter textRange.endOffset'),
  range: 'range',
  /** A line number in services that send no diff hunk, and an offset into the diff in others. */
  position: 'position',
  diffHunk: 'diffHunk',
  isNewFile: 'isNewFile',
  side: names('side diffSide lineType fileType position.type'),
  startSide: names('startSide startDiffSide'),
  /** Whether the comment is about lines or a file. */
  subject: names('subjectType positionType position.positionType'),
  /** The problem, its author or the file, told apart by the shape of the value. */
  name: 'name',
  type: 'type',
} as const;

/** The names of all parts of a place. */
export const placeNames = Object.values(placeAliases).join(' ');

export const commentAliases = {
  severity: names(`severity level priority annotationLevel effectiveSeverityLevel importance impact criticality
    severityLevel patternInfo.severityLevel patternInfo.level`),
  score: names('rank suggestionScore'),
  title: names(`title summary headline issueHeader oneSentenceSummary header shortDescription shortDescription.text
    checkName`),
  name: placeAliases.name,
  body: names(`body message message.markdown message.text comment content.raw content.body content description text
    issueContent suggestionContent details rawDetails rationale reason explanation why codegenInstructions issue msg note
    remark observation concern problem bodyHtml html`),
  /** Replacement code; objects that hold some, see `fixAliases`; and code only together with the code it replaces. */
  fixCode: names('suggestedCode improvedCode replacement newCode proposedCode'),
  fixObject: names(`suggestion suggestions.0 fixes.0.artifactChanges.0.replacements.0 fixSuggestions.0.replacements.0
    replacements.0 edits.0 suggestedFix fix`),
  fixText: names('suggestedFix fix suggestion suggestions.0 patch diff'),
  hasFix: 'hasSuggestion',
  fixes: 'suggestions',
  oldCode: names('existingCode originalCode currentCode oldCode codeSnippet snippet quote'),
  rule: names('ruleId rule rule.id'),
  /** A rule or quoted code. */
  code: 'code',
  check: names('code.value checkName checkId check ruleKey'),
  /** A severity only if the value is a known word ("warning", "good"). */
  kind: names('type kind category'),
  ownCategory: 'category',
  category: names('category categories.0 label labels.0 kind tags.0 annotationType type'),
  url: names('htmlUrl webUrl url link permalink links.html.href code.url helpUri ruleUrl'),
  id: names('id commentId findingId uuid guid fingerprint nodeId key'),
  related: names('relatedLocations relatedInformation'),
  resolved: names('resolved isResolved addressed dismissed isIgnored'),
  unresolved: 'unresolved',
  resolvedAt: 'resolvedAt',
  outdated: names('outdated isOutdated stale'),
  state: names('state status resolution'),
} as const;

const withoutBody = Object.values({ ...placeAliases, ...commentAliases, body: '' }).join(' ');
/** The plain names of members that hold something other than a comment's text. */
export const commentPartNames = nameSet(withoutBody.replace(/\.\S*/g, ''));

/** Names of the parts of an object with replacement code; offsets are into the file. */
export const fixAliases = {
  code: names('code text newText replacement newCode improvedCode insertedContent.text new after'),
  oldCode: names('oldCode oldText existingCode originalCode old before original'),
  words: names('description message explanation title'),
  offsets: names('range start offset startOffset charOffset byteOffset deletedRegion location.offset location.range'),
} as const;
