const wanted = navigator.languages.map((code) => code.slice(0, 2));
const code = wanted.find((one) => CODES.includes(one)) ?? CODES[0];
// What stands behind # is a question, or a match, for the page that runs Python.
location.replace(location.hash.length > 1 ? `./${code}.html${location.hash}` : `./${code}PAGE`);
