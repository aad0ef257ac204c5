/**
 * The engine's processes. One reads the change and puts the review together; it starts another, in which the analysers
 * read file after file, so that it outlives a file that they cannot bear.
 */
if (process.argv[2] === 'analyse') void import('./analyserWorker.ts');
else void import('./reviewWorker.ts');

export {};
