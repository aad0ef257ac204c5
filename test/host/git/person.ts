const [author, email, date] = ['Robin Sample', 'robin@acme.example', '2026-02-02T09:14:00Z'];

/** Who makes all commits of tests, and when. */
export const by = { person: `${author} <${email}>`, date };

/** The same in git's environment. */
export const person = {
  GIT_AUTHOR_NAME: author,
  GIT_AUTHOR_EMAIL: email,
  GIT_AUTHOR_DATE: date,
  GIT_COMMITTER_NAME: author,
  GIT_COMMITTER_EMAIL: email,
  GIT_COMMITTER_DATE: date,
};
