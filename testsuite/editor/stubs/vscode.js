// What the extension uses of Visual Studio Code's interface, for a test without it.
"use strict";

exports.commands = {
  registered: {},
  registerCommand(name, action) {
    this.registered[name] = action;
    return { dispose() {} };
  },
};

// The settings as package.json declares them.
const { properties } = require(process.env.EXTENSION + "/package.json").contributes.configuration;
exports.workspace = {
  getConfiguration: (section) => ({ get: (name) => properties[`${section}.${name}`].default }),
};
