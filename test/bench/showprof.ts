import { measureFindings } from './findings.ts';
console.log(JSON.stringify(await measureFindings(Number(process.argv[2]), Number(process.argv[3]), Number(process.argv[4]))));
