const wanted = navigator.languages.map((code) => code.slice(0, 2));
const code = wanted.find((one) => CODES.includes(one)) ?? CODES[0];
location.replace(`./${code}.html${location.hash}`);
