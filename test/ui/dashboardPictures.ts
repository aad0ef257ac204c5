/** `npm run pictures`: takes the pictures of a team's dashboard, with made-up reviews on a real database. */
import path from 'node:path';
import { root } from '../host/cache.ts';
import { launchChromium } from '../host/vscode/chromium.ts';
import { fillSampleTeam } from '../unit/service/team/dashboard/sampleTeam.ts';
import { password, TeamDashboard } from '../unit/service/team/dashboard/teamDashboard.ts';

const pictures = [
  ['reviews', '/reviews?repository=acme%2Forders'],
  ['usage', '/usage'],
] as const;

const team = await TeamDashboard.start();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1_120, height: 660 } });
  await page.goto(`${team.url}${(await team.members.firstLink()) ?? ''}`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reviews');
  const [ada] = await team.members.list();
  await fillSampleTeam(team.database, ada?.id ?? '');
  for (const [name, address] of pictures)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${team.url}${address}`);
      await page.screenshot({ path: path.join(root, `docs/pictures/${name}-${colorScheme}.png`) });
    }
} finally {
  await browser.close();
  await team.dispose();
}
