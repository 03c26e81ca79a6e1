// The puzzle of the day, by the reader's own calendar. The first name is that of 1 January 1970.
const names = NAMES;
const now = new Date();
const day = Math.floor((now - now.getTimezoneOffset() * 60000) / 86400000);
location.replace(`./${names[day % names.length]}.html`);
