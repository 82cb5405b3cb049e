import { copyButtons } from './copy-buttons.ts';
import { languageTabs } from './language-tabs.ts';
import { searchBox } from './search-box.ts';
import { sideMenu } from './side-menu.ts';
import { themeButton } from './theme-button.ts';

themeButton();
sideMenu();
languageTabs();
copyButtons();
searchBox();
